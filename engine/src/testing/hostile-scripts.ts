/** Scripts that want out, or want too much. `gives`: what comes back; `fails`: how it ends. */
export interface HostileScript {
  readonly name: string
  /** Body of `beforeRequest(r, ctx)`; or a whole module. */
  readonly body?: string
  readonly code?: string
  readonly gives?: unknown
  readonly fails?: string
}

const nothing = (name: string, expression: string): HostileScript => ({
  name,
  body: `try { return String(${expression}) } catch (e) { return 'refused' }`,
})

/** Ways to the process, its files, its network. Each must give `undefined` or be refused. */
export const escapes: readonly HostileScript[] = [
  nothing('process', 'typeof process'),
  nothing('require', 'typeof require'),
  nothing('module', 'typeof module'),
  nothing('Buffer', 'typeof Buffer'),
  nothing('fetch', 'typeof fetch'),
  nothing('WebAssembly', 'typeof WebAssembly'),
  nothing('XMLHttpRequest', 'typeof XMLHttpRequest'),
  nothing('WebSocket', 'typeof WebSocket'),
  nothing('Worker', 'typeof Worker'),
  nothing('std of QuickJS', 'typeof std'),
  nothing('os of QuickJS', 'typeof os'),
  nothing('scriptArgs', 'typeof scriptArgs'),
  nothing('loadScript', 'typeof loadScript'),
  nothing('setTimeout', 'typeof setTimeout'),
  nothing('queueMicrotask', 'typeof queueMicrotask'),
  nothing('console', 'typeof console'),
  nothing('globalThis.host', 'typeof globalThis.host'),
  nothing('global', 'typeof global'),
  nothing('process by Function', "Function('return typeof process')()"),
  nothing('process by eval', "(0, eval)('typeof process')"),
  nothing('process by constructor', "[].constructor.constructor('return typeof process')()"),
  nothing('process by async constructor', "typeof (async () => {}).constructor('return process')().then().process"),
  nothing('process by ctx.log.constructor', "ctx.log.constructor('return typeof process')()"),
  nothing('process by ctx.call.constructor', "ctx.call.constructor('return typeof process')()"),
  nothing('process by generator', "(function*(){}).constructor('return typeof process')().next().value"),
  nothing('caller', 'typeof (() => { try { return arguments.callee.caller } catch { } })()'),
  nothing('stack of the host', 'typeof Error.prepareStackTrace'),
  nothing(
    'process by async generator',
    "typeof (await (async function* () {}).constructor('yield process')().next()).value",
  ),
  nothing('process by the constructor of a typed array', "Uint8Array.from.constructor('return typeof process')()"),
  nothing('process by a promise\u2019s then', "ctx.sleep(0).then.constructor('return typeof process')()"),
  nothing(
    'process by the error of the host',
    "await ctx.call(1).catch(e => e.constructor.constructor('return typeof process')())",
  ),
  nothing('process by Reflect.construct', "Reflect.construct(Function, ['return typeof process'])()"),
  nothing(
    'process by a tagged template',
    "(0, eval)`typeof process`[0].constructor.constructor('return typeof process')()",
  ),
  nothing('process by a realm', 'typeof ShadowRealm'),
  nothing('what a script leaves behind', 'typeof globalThis.leftBehind'),
  nothing('environment', "typeof process === 'object' ? process.env : undefined"),
  nothing('import.meta', 'typeof import.meta.url'),
  nothing('import.meta.resolve', 'typeof import.meta.resolve'),
  nothing('performance', 'typeof performance'),
  nothing('structuredClone', 'typeof structuredClone'),
  nothing('bindings of the interpreter', 'typeof Module'),
  nothing('MessagePort', 'typeof MessageChannel'),
]

export const hostileScripts: readonly HostileScript[] = [
  {
    name: 'import of a module',
    code: "import fs from 'node:fs'\nexport const beforeRequest = () => fs",
    fails: 'script.source',
  },
  {
    name: 'import for its effect',
    code: "import 'node:child_process'\nexport const beforeRequest = () => 1",
    fails: 'script.source',
  },
  {
    name: 'import of a file',
    code: "import x from '/etc/passwd'\nexport const beforeRequest = () => x",
    fails: 'script.source',
  },
  {
    name: 'import of an address',
    code: "import x from 'https://example.com/x.js'\nexport const beforeRequest = () => x",
    fails: 'script.source',
  },
  { name: 're-export', code: "export * from 'node:fs'\nexport const beforeRequest = () => 1", fails: 'script.source' },
  {
    name: 'import assignment',
    code: "import x = require('fs')\nexport const beforeRequest = () => x",
    fails: 'script.source',
  },
  { name: 'dynamic import', body: "return (await import('node:fs')).readFileSync", fails: 'script.failed' },
  {
    name: 'dynamic import of data',
    body: "return (await import('data:text/javascript,export default 1')).default",
    fails: 'script.failed',
  },
  { name: 'endless loop', body: 'for (;;) {}', fails: 'script.time' },
  { name: 'endless loop at the top', code: 'for (;;) {}\nexport const beforeRequest = 1', fails: 'script.time' },
  { name: 'endless loop that catches', body: 'for (;;) { try { for (;;) {} } catch {} }', fails: 'script.time' },
  { name: 'endless finally', body: 'try { for (;;) {} } finally { for (;;) {} }', fails: 'script.time' },
  {
    name: 'endless promises',
    body: 'const again = () => void Promise.resolve().then(again); again(); await new Promise(() => {})',
    fails: 'script.time',
  },
  // Each waits for the next: on a fast machine memory ends before time does.
  {
    name: 'chain of promises',
    body: 'const again = () => Promise.resolve().then(again); return again()',
    fails: 'any',
  },
  {
    name: 'endless generator',
    body: 'for (const x of (function* () { for (;;) yield 1 })()) {}',
    fails: 'script.time',
  },
  { name: 'endless getter of the answer', body: 'return { get x() { for (;;) {} } }', fails: 'script.time' },
  { name: 'endless toJSON', body: 'return { toJSON() { for (;;) {} } }', fails: 'script.time' },
  { name: 'endless toString in the log', body: 'ctx.sleep({ valueOf() { for (;;) {} } })', fails: 'script.time' },
  { name: 'endless then', body: 'return { then() { for (;;) {} } }', fails: 'script.time' },
  { name: 'endless proxy', body: 'return new Proxy({}, { ownKeys() { for (;;) {} } })', fails: 'script.time' },
  {
    name: 'endless message',
    body: 'const e = new Error(); Object.defineProperty(e, "message", { get() { for (;;) {} } }); throw e',
    fails: 'script.time',
  },
  {
    name: 'regular expression that explodes',
    body: 'return /^(a+)+$/.test("a".repeat(60) + "b")',
    fails: 'script.time',
  },
  { name: 'sort that never ends', body: '[3, 2, 1].sort(() => { for (;;) {} })', fails: 'script.time' },
  { name: 'join of a huge list', body: 'return new Array(1e9).join("abc").length', fails: 'script.time' },
  { name: 'power of big numbers', body: 'let n = 7n; for (;;) n = n * n', fails: 'any' },
  { name: 'sleeps too long', body: 'await ctx.sleep(1e9)', fails: 'script.failed' },
  { name: 'sleeps in small parts', body: 'for (;;) await ctx.sleep(200)', fails: 'script.failed' },
  { name: 'sleeps for no number', body: 'await ctx.sleep(NaN)', fails: 'script.failed' },
  { name: 'waits for ever', body: 'await new Promise(() => {})', fails: 'script.failed' },
  { name: 'memory by texts', body: 'const a = []; for (;;) a.push("x".repeat(1e6) + a.length)', fails: 'any' },
  { name: 'memory by one text', body: 'return "x".repeat(2 ** 29)', fails: 'script.memory' },
  { name: 'memory by a buffer', body: 'return new ArrayBuffer(2 ** 30).byteLength', fails: 'any' },
  { name: 'memory by doubling', body: 'let s = "xyz"; for (;;) s += s', fails: 'any' },
  { name: 'memory by lists', body: 'const a = []; for (;;) a.push(new Array(1e5).fill(1))', fails: 'any' },
  {
    name: 'memory that is caught',
    body: 'const a = []; for (;;) try { for (;;) a.push(new Uint8Array(1e6)) } catch {}',
    fails: 'any',
  },
  { name: 'stack', body: 'const f = () => f() + 1; return f()', fails: 'script.failed' },
  { name: 'stack of the parser', body: 'return JSON.parse("[".repeat(1e6))', fails: 'script.failed' },
  { name: 'stack of the compiler', body: 'return eval("(".repeat(1e5))', fails: 'script.failed' },
  {
    name: 'deep source',
    code: `export const beforeRequest = () => ${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    fails: 'any',
  },
  { name: 'deep answer', body: 'let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return a', fails: 'any' },
  { name: 'circular answer', body: 'const a = {}; a.a = a; return a', fails: 'script.failed' },
  { name: 'huge answer', body: 'return "x".repeat(3e7)', fails: 'any' },
  { name: 'floods the log', body: 'for (let i = 0; i < 1e5; i++) ctx.log("x".repeat(100)); return 1', fails: 'any' },
  {
    name: 'floods calls',
    body: 'for (let i = 0; i < 1000; i++) await ctx.call({ path: "/" + i })',
    fails: 'script.failed',
  },
  {
    name: 'calls at the top',
    code: 'export const x = ctx.call({})\nexport const beforeRequest = 1',
    fails: 'script.source',
  },
  { name: 'changes Object.prototype', body: 'Object.prototype.polluted = 1; return ({}).polluted', gives: 1 },
  {
    name: 'changes the prototype by the answer',
    body: 'return JSON.parse(\'{"__proto__":{"polluted":1}}\')',
    gives: 'own',
  },
  {
    name: 'replaces JSON',
    body: 'JSON.stringify = () => "[1]"; JSON.parse = () => 2; return { n: 5 }',
    gives: { n: 5 },
  },
  { name: 'replaces Promise', body: 'globalThis.Promise = class { then() {} }; return { n: 5 }', gives: { n: 5 } },
  { name: 'changes ctx', body: 'ctx.params.secret = "x"', fails: 'script.failed' },
  { name: 'changes Array.prototype', body: 'Array.prototype.map = () => ["x"]; ctx.log("a"); return 1', gives: 1 },
  { name: 'throws null', body: 'throw null', fails: 'script.failed' },
  { name: 'throws a proxy', body: 'throw new Proxy({}, { get() { throw 1 } })', fails: 'any' },
  { name: 'gives a symbol', body: 'return Symbol("x")', gives: null },
  { name: 'gives a function', body: 'return () => 1', gives: null },
  { name: 'gives forged numbers', body: 'return { $exact: "1e999999999999" }', gives: 'any' },
  { name: 'unknown hash', body: 'return ctx.hash("sha3-evil", "x")', fails: 'script.failed' },
  { name: 'Atomics.wait', body: 'return Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)', fails: 'any' },
  // What a script leaves to the product's own thread.
  { name: 'answer of four million values', body: 'return new Array(4e6).fill(0)', fails: 'script.output' },
  { name: 'answer of a million lists', body: 'return new Array(1e6).fill([])', fails: 'script.output' },
  { name: 'answer of many members', body: 'return Array.from({ length: 3e5 }, () => ({ a: 1 }))', fails: 'any' },
  { name: 'asks without waiting', body: 'for (;;) ctx.lookup("a", "b").catch(() => 0)', fails: 'any' },
  {
    name: 'asks by long texts',
    body: 'const s = "x".repeat(5e6); for (;;) ctx.map(s, "b").catch(() => 0)',
    fails: 'any',
  },
  {
    name: 'calls with long lists',
    body: 'const s = new Array(1e6).fill(0); for (let i = 0; i < 20; i++) await ctx.call(s)',
    fails: 'script.failed',
  },
  { name: 'calculates secrets without end', body: 'for (;;) ctx.base64(ctx.params.secret)', fails: 'any' },
  {
    name: 'calculates long secrets',
    body: 'const s = ctx.params.secret + "x".repeat(5e6); for (;;) ctx.base64(s)',
    fails: 'any',
  },
  {
    name: 'secrets of secrets',
    body: 'let s = ctx.params.secret; for (;;) s = ctx.base64(s.repeat(1000))',
    fails: 'any',
  },
  // What is looked at after the script gave it.
  {
    name: 'revoked proxy',
    body: 'const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy',
    fails: 'script.failed',
  },
  {
    name: 'proxy with endless keys',
    body: 'return new Proxy({}, { ownKeys: () => ({ length: 2 ** 31 }) })',
    fails: 'any',
  },
  { name: 'getter that throws', body: 'return { get x() { throw new Error("x") } }', fails: 'script.failed' },
  { name: 'toJSON that gives itself', body: 'const a = { toJSON: () => ({ a }) }; return a', fails: 'any' },
  {
    name: 'toPrimitive of what is asked',
    body: 'await ctx.map({ [Symbol.toPrimitive]() { for (;;) {} } }, "x")',
    fails: 'script.time',
  },
  {
    name: 'toString of an algorithm',
    body: 'return ctx.hash({ toString: () => "../sha256" }, "x")',
    fails: 'script.failed',
  },
  {
    name: 'thenable that settles twice',
    body: 'return { then(a, b) { a({ n: 1 }); a({ n: 2 }); b(3) } }',
    gives: { n: 1 },
  },
  { name: 'thenable that never settles', body: 'return { then() {} }', fails: 'script.failed' },
  { name: 'throws a promise', body: 'throw new Promise(() => {})', fails: 'any' },
  {
    name: 'throws a thousand causes',
    body: 'let e; for (let i = 0; i < 1e4; i++) e = new Error("x", { cause: e }); throw e',
    fails: 'any',
  },
  {
    name: 'throws with an endless stack',
    body: 'const e = new Error("x"); Object.defineProperty(e, "stack", { get() { for (;;) {} } }); throw e',
    fails: 'any',
  },
  { name: 'throws ten million letters', body: 'throw new Error("x".repeat(1e7))', fails: 'script.failed' },
  { name: 'big number in the answer', body: 'return { n: 10n ** 100000n }', fails: 'any' },
  { name: 'number with a forged mark', body: 'return { $exact: "1]};process.exit()" }', gives: 'any' },
  // Time and memory by other ways.
  {
    name: 'async generator without end',
    body: 'for await (const x of (async function* () { for (;;) yield 1 })()) {}',
    fails: 'any',
  },
  { name: 'look-behind that explodes', body: 'return /(?<=(a|aa)+)$/.test("a".repeat(5000))', fails: 'any' },
  { name: 'named groups that explode', body: 'return /^(?<n>(x+x+)+)y$/.test("x".repeat(50))', fails: 'script.time' },
  { name: 'replace that grows', body: 'let s = "a"; for (;;) s = s.replace(/a/g, "aaaaaaaaaa")', fails: 'any' },
  { name: 'padStart', body: 'return "".padStart(2 ** 30 - 1, "ab").length', fails: 'any' },
  {
    name: 'typed arrays that share nothing',
    body: 'const a = []; for (;;) a.push(new Float64Array(1e5).fill(a.length))',
    fails: 'any',
  },
  {
    name: 'resizable buffer',
    body: 'const b = new ArrayBuffer(8, { maxByteLength: 2 ** 31 }); b.resize(2 ** 31 - 1); return b.byteLength',
    fails: 'any',
  },
  { name: 'list with holes', body: 'const a = []; a[2 ** 32 - 2] = 1; return a.map(x => x).length', fails: 'any' },
  {
    name: 'weak references',
    body: 'const a = []; for (let i = 0; i < 1e5; i++) a.push(new WeakRef({ i })); return 1',
    fails: 'any',
  },
  {
    name: 'work after the end',
    body: 'const f = new FinalizationRegistry(() => { for (;;) {} }); for (let i = 0; i < 1000; i++) f.register({}, i); return { n: 1 }',
    fails: 'any',
  },
  {
    name: 'promise that goes on after the end',
    body: 'Promise.resolve().then(function again() { return Promise.resolve().then(again) }); return { n: 1 }',
    fails: 'any',
  },
  {
    name: 'Atomics.waitAsync',
    body: 'return await Atomics.waitAsync(new Int32Array(new SharedArrayBuffer(4)), 0, 0).value',
    fails: 'any',
  },
  {
    name: 'Atomics.wait on a buffer of the host',
    body: 'return Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Infinity)',
    fails: 'any',
  },
  // What would meet the next one.
  {
    name: 'leaves something behind',
    body: 'globalThis.leftBehind = 1; Array.prototype.leftBehind = 1; return { n: 1 }',
    gives: { n: 1 },
  },
  {
    name: 'lists that lie',
    body: 'Array.prototype[Symbol.iterator] = function* () { yield ["__proto__", 1] }; return { n: [1] }',
    gives: { n: [1] },
  },
  {
    name: 'classes that lie',
    body: 'Object.defineProperty(Function.prototype, Symbol.hasInstance, { value: () => true }); return { n: 1 }',
    fails: 'any',
  },
  {
    name: 'texts that lie',
    body: 'String.prototype.toJSON = () => ({ $exact: "1e9" }); return { s: "x" }',
    gives: 'any',
  },
  {
    name: 'setter on every object',
    body: 'Object.defineProperty(Object.prototype, "path", { set() { for (;;) {} } }); await ctx.call({ path: "/x" }); return { n: 1 }',
    fails: 'any',
  },
]
