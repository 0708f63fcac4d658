"""How a transcript looks as a page: the colours of the window, light and dark, and on paper.

Above: `transcript_html`. Below: nothing.
"""

STYLE = """
:root{color-scheme:light dark;--g:#fff;--r:#f7f8fa;--b:#d3d9e1;--t:#1a222d;--m:#556070;--a:#2c55c9;--c:#9a5200;--o:#1b7347;--e:#a8256c;
--x:#bf2a2a;--p:#5e3e00;--pg:#fff1cc}
@media screen and (prefers-color-scheme:dark){:root{--g:#1b1f26;--r:#21262e;--b:#353d49;--t:#e3e8ef;--m:#a3aebc;--a:#78aeff;--c:#f0ae5a;
--o:#63cd97;--e:#f38fc3;--x:#ff8078;--p:#ffdd8f;--pg:#3b3014}}
*{box-sizing:border-box}
body{margin:0;background:var(--g);color:var(--t);font:14px/1.55 system-ui,"Segoe UI","Noto Sans CJK SC","Microsoft YaHei UI",sans-serif}
main{margin:0 auto;max-width:900px;padding:24px 20px 64px}
h1{font-size:22px;line-height:1.3;margin:0 0 12px;overflow-wrap:anywhere}
h2{font-size:17px;margin:36px 0 8px;padding-top:12px;border-top:1px solid var(--b);overflow-wrap:anywhere}
.round{font-size:13px;color:var(--m);margin:28px 0 8px;padding:4px 10px;background:var(--r);border-radius:5px;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 16px;margin:8px 0 16px}dt{color:var(--m)}dd{margin:0;overflow-wrap:anywhere}
main>div,details,figure{margin:14px 0 0;padding-left:12px;border-left:3px solid var(--b)}
main>div.more{margin-top:4px}
.label{font-size:12px;font-weight:600;color:var(--m)}
.said{border-color:var(--a)}.said>.label{color:var(--a)}
.call{border-color:var(--c)}.call>.label{color:var(--c)}
.result{border-color:var(--o)}.result>.label{color:var(--o)}
.edit{border-color:var(--e)}.edit>.label{color:var(--e)}
.error{border-color:var(--x)}.error>.label,.error .line{color:var(--x)}
.note .line{color:var(--e)}.quiet .line{color:var(--m)}
.stop{border-color:var(--p);background:var(--pg);color:var(--p);padding-top:4px;padding-bottom:4px}
.text,.line{white-space:pre-wrap;overflow-wrap:anywhere}.line{font-size:13px}
pre{margin:4px 0 0;padding:8px 10px;background:var(--r);border:1px solid var(--b);border-radius:5px;white-space:pre-wrap;
overflow-wrap:anywhere;font:12.5px/1.5 ui-monospace,"JetBrains Mono","Cascadia Mono","SF Mono","DejaVu Sans Mono",
"Noto Sans Mono CJK SC",monospace;font-variant-ligatures:none}
del,ins{text-decoration:none}del{color:var(--x)}ins{color:var(--o)}
pre:focus-visible,summary:focus-visible{outline:2px solid var(--a);outline-offset:1px}
summary{cursor:pointer;color:var(--m);font-size:13px}figure{margin-right:0}img{max-width:100%;height:auto;border:1px solid var(--b)}
figcaption{color:var(--m);font-size:12px}
.in1{margin-left:24px!important}.in2{margin-left:48px!important}.in3{margin-left:72px!important}.in4,.in5,.in6{margin-left:96px!important}
@media print{:root{--g:#fff;--r:#fff;--t:#000;--m:#444;--b:#bbb}main{max-width:none;padding:0}.round,.label,h1,h2,h3{break-after:avoid}
figure,.stop{break-inside:avoid}details::details-content{content-visibility:visible;display:block}}
"""
