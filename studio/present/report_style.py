"""How a report looks as a page: light and dark as the reader has it, and printed. One style sheet, nothing from elsewhere.

Above: `report_html`. Below: nothing.
"""

STYLE = """
:root{color-scheme:light dark;--g:#fff;--r:#f7f8fa;--i:#eff2f6;--b:#d3d9e1;--t:#1a222d;--m:#556070;--a:#2c55c9;
 --e:#a8256c;--se:#fbe7f1;--x:#bf2a2a;--sx:#fce8e7;--o:#1b7347;--so:#e3f4ea}
@media (prefers-color-scheme:dark){:root{--g:#1b1f26;--r:#21262e;--i:#272d37;--b:#353d49;--t:#e3e8ef;--m:#a3aebc;
 --a:#7ea6ff;--e:#f38fc3;--se:#3c2233;--x:#ff8078;--sx:#3d2223;--o:#63cd97;--so:#1b3328}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:1180px;padding:24px 20px 48px;background:var(--g);color:var(--t);
 font:14px/1.5 system-ui,"Segoe UI","Noto Sans CJK SC","Microsoft YaHei UI",sans-serif}
h1{font-size:22px;line-height:1.3;margin:0 0 12px;overflow-wrap:anywhere}
h2{font-size:16px;margin:28px 0 8px}
h3{font-size:14px;margin:20px 0 6px}
p{margin:4px 0}
.strong{font-weight:600}
.muted{color:var(--m)}
.edit{color:var(--e)}
code,td.c,.d{font:12.5px/1.5 ui-monospace,"JetBrains Mono","Cascadia Mono","SF Mono","DejaVu Sans Mono",
 "Noto Sans Mono CJK SC",monospace}
code,td.c{overflow-wrap:anywhere;white-space:pre-wrap}
ul{margin:4px 0;padding-left:20px}
li{margin:2px 0}
.w{overflow-x:auto}
table{border-collapse:collapse;width:100%;margin:4px 0 12px}
th{font-weight:400;color:var(--m);text-align:left}
th,td{padding:5px 8px;vertical-align:top;border-bottom:1px solid var(--b)}
.n{text-align:right;font-variant-numeric:tabular-nums}
tr.x td{background:var(--se)}
.bars td{border:0;padding:3px 8px}
.bars .k{width:30%}
.bars .v{width:96px}
.tr{background:var(--i);height:10px;border-radius:3px;margin-top:6px}
.tr i{display:block;height:10px;border-radius:3px;background:var(--a)}
table.d{table-layout:fixed;border:1px solid var(--b)}
table.d td{border:0;padding:0 8px;white-space:pre-wrap;overflow-wrap:anywhere;width:50%}
table.d td+td{border-left:1px solid var(--b)}
.d th{background:var(--r)}
.rm{background:var(--sx)}
.ad{background:var(--so)}
.rm b{color:var(--x)}
.ad b{color:var(--o)}
.no{background:var(--i)}
.gap{color:var(--m);text-align:center}
@media print{body{max-width:none;padding:0}table.d,tr{break-inside:avoid}}
"""
