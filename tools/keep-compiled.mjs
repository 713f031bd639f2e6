import { enableCompileCache, flushCompileCache } from 'node:module'

// Before each file: what its worker and the threads of that load is compiled once for all workers and runs. Kept now, for
// a worker's end may be a signal.
enableCompileCache(process.env.NODE_COMPILE_CACHE)
flushCompileCache()
