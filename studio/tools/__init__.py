"""What a model can call: signatures as schemas, arguments made to fit, the worker process, mocks, the toolbox.

Not here: when a call runs (`engine`). May import `checks`, `session`, `dialects` and the floors below; its siblings
`responders`, `store`, `present` are strangers; no Qt. `tools/worker` is standard library only.
"""
