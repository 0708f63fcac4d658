"""What is open: one session and all that moves it, the wiring of settings, the one door for both fronts.

Not here: widgets (`gui`) and printing (`cli`). May import every floor below; no Qt.
"""
