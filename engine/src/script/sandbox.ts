import { createHash, createHmac, randomUUID } from 'node:crypto'
import * as build from '@jitl/quickjs-wasmfile-release-sync'
import { makeSecretHandle, recordHooks, resolveSecretHandles, SCRIPT_MEMORY_MB, scriptHooks } from '@sluice/contract'
import {
  type CustomizeVariantOptions,
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core'
import { Allowance, judgeOutput } from './allowance.ts'
import type { AskKind, ScriptFault, ToWorker } from './messages.ts'
import { PRELUDE } from './prelude.ts'
import { FILE, NOWHERE, readPlace } from './read-place.ts'
import { RECORD_PRELUDE, stillWorld } from './record-prelude.ts'
import { stripTypes } from './strip-types.ts'

/** What one run may do beyond computing. */
export interface SandboxHost {
  ask(what: AskKind, json: string): Promise<string>
  log(level: 'info' | 'warn', text: string): void
  mint(handle: string, value: string): void
}

const ALL_HOOKS = [...scriptHooks, ...recordHooks]
/** Of the interpreter, inside the worker's own stack. */
const STACK_BYTES = 256 * 1024
const MAX_LOG_LINES = 200
const MAX_LOG_CHARS = 4000

/** An interpreter that cannot be taken apart says so on the error stream; what that means is known below. */
const silent: CustomizeVariantOptions['emscriptenModule'] & { printErr(): void } = { printErr: () => undefined }
const variant = newVariant(build.default as unknown as QuickJSSyncVariant, { emscriptenModule: silent })

let engine: Promise<QuickJSWASMModule> | undefined

/** Where a run stands against its limit: computing by the thread's own clock, and the sleep it asked for. */
class Budget {
  #computedMs = 0
  #sleptMs = 0
  #sinceMs = readCpuMs()
  isOver = false
  readonly limitMs: number

  constructor(limitMs: number) {
    this.limitMs = limitMs
  }
  get spentMs(): number {
    return this.#computedMs + this.#sleptMs + (readCpuMs() - this.#sinceMs)
  }
  /** Between two stretches of the script; what the thread does then is not the script's. */
  rest(): void {
    this.#computedMs += readCpuMs() - this.#sinceMs
    this.#sinceMs = readCpuMs()
  }
  wake(): void {
    this.#sinceMs = readCpuMs()
  }
  /** false: more than is left. */
  sleep(ms: number): boolean {
    if (!(ms >= 0) || this.spentMs + ms > this.limitMs) return false
    this.#sleptMs += ms
    return true
  }
  check(): boolean {
    this.isOver ||= this.spentMs > this.limitMs
    return this.isOver
  }
}

function readCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

export type SandboxTask = Omit<Extract<ToWorker, { kind: 'run' }>, 'kind'>

/** One run in an interpreter of its own: what a script leaves behind is gone with it. @throws SandboxError */
export async function runSandboxed(task: SandboxTask, host: SandboxHost): Promise<string> {
  const source = stripTypes(task.code)
  if (typeof source !== 'string') throw new SandboxError(source)
  engine ??= newQuickJSWASMModuleFromVariant(variant)
  const runtime = (await engine).newRuntime()
  const budget = new Budget(task.limitMs)
  runtime.setMemoryLimit(SCRIPT_MEMORY_MB * 2 ** 20)
  runtime.setMaxStackSize(STACK_BYTES)
  runtime.setInterruptHandler(() => budget.check())
  const context = runtime.newContext()
  try {
    return await new Run({ runtime, context, budget, host }).start(source, task)
  } finally {
    // Dies with the worker otherwise; an interpreter that was cut in the middle cannot always be taken apart.
    try {
      context.dispose()
      runtime.dispose()
    } catch {
      engine = undefined
    }
  }
}

/** Why a script gave nothing. */
export class SandboxError extends Error {
  readonly fault: ScriptFault
  constructor(fault: ScriptFault) {
    super(fault.message)
    this.fault = fault
  }
}

interface Parts {
  readonly runtime: QuickJSRuntime
  readonly context: QuickJSContext
  readonly budget: Budget
  readonly host: SandboxHost
}

class Run {
  readonly #parts: Parts
  readonly #handles: { dispose(): void; readonly alive: boolean }[] = []
  readonly #allowance = new Allowance()
  #waiting = 0
  #lines = 0
  #isEnded = false
  #wake: (() => void) | null = null

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async start(source: string, { hook, inputJson, factsJson, records, secrets }: SandboxTask): Promise<string> {
    const { context, budget } = this.#parts
    try {
      budget.wake()
      if (records) this.#take(context.evalCode(stillWorld(records.nowMs), 'world.js'))
      // Before the script, which may turn the language upside down.
      const enter = this.#take(context.evalCode(records ? RECORD_PRELUDE : PRELUDE, 'prelude.js'))
      const around = this.#take(
        context.callFunction(enter, context.undefined, this.#makeHost(records?.at, new Map(secrets))),
      )
      const module = this.#take(context.evalCode(source, FILE, { type: 'module' }), 'source')
      if (context.getPromiseState(module).type === 'pending')
        throw new SandboxError(faultOf('source', 'The script must not wait outside of its functions.'))
      if (hook === null) return JSON.stringify(ALL_HOOKS.filter(name => this.#isFunction(module, name)))
      if (!this.#isFunction(module, hook))
        throw new SandboxError(faultOf('source', `The script exports no function ${hook}.`))
      const texts = [inputJson, factsJson].map(text => this.#keep(context.newString(text)))
      const called = this.#keep(context.getProp(module, hook))
      return await this.#settle(this.#take(context.callFunction(around, context.undefined, called, ...texts)))
    } finally {
      this.#isEnded = true
      for (const handle of this.#handles.toReversed()) if (handle.alive) handle.dispose()
    }
  }

  /** Lets the script go on until its promise has settled. */
  async #settle(promise: QuickJSHandle): Promise<string> {
    const { runtime, context, budget } = this.#parts
    for (;;) {
      budget.wake()
      const jobs = runtime.executePendingJobs()
      if (jobs.error) throw new SandboxError(this.#explain(jobs.error))
      jobs.dispose()
      budget.rest()
      if (budget.check()) throw new SandboxError(tooLong(budget.limitMs))
      const state = context.getPromiseState(promise)
      if (state.type === 'rejected') throw new SandboxError(this.#explain(state.error))
      if (state.type === 'fulfilled') {
        const text = context.getString(this.#keep(state.value))
        const problem = judgeOutput(text)
        if (problem === null) return text
        throw new SandboxError(faultOf('output', problem))
      }
      if (this.#waiting === 0)
        throw new SandboxError(faultOf('thrown', 'The script waits for something that never comes.'))
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    }
  }

  #makeHost(at: Int32Array | undefined, secrets: Map<string, string>): QuickJSHandle {
    const { context, host } = this.#parts
    const object = this.#keep(context.newObject())
    const give = (name: string, act: (...texts: string[]) => QuickJSHandle): void => {
      const made = context.newFunction(name, (...handles) => act(...handles.map(each => context.getString(each))))
      made.consume(each => context.setProp(object, name, each))
    }
    give('ask', (what, json = 'null') => {
      this.#allowance.takeQuestion(json)
      return this.#promise(() => host.ask(what as AskKind, json)) // the prelude's own words
    })
    give('sleep', ms => this.#promise(() => this.#sleep(Number(ms))))
    give('log', (level, text = '') => this.#log(level === 'warn' ? 'warn' : 'info', text))
    const mint = (handle: string, value: string): void => {
      this.#allowance.takeSecret(value)
      host.mint(handle, value)
    }
    give('pure', (name = '', ...texts) => context.newString(calculateOver(secrets, name, texts, mint)))
    if (at)
      give('at', index => {
        Atomics.store(at, 0, Number(index))
        return context.undefined
      })
    return object
  }

  #log(level: 'info' | 'warn', text: string): QuickJSHandle {
    this.#lines += 1
    if (this.#lines <= MAX_LOG_LINES) this.#parts.host.log(level, text.slice(0, MAX_LOG_CHARS))
    return this.#parts.context.undefined
  }

  async #sleep(ms: number): Promise<string> {
    if (!this.#parts.budget.sleep(ms)) throw new Error('The script would sleep longer than its two seconds.')
    await new Promise(resolve => setTimeout(resolve, ms))
    return 'null'
  }

  /** A promise of the script that the host settles. */
  #promise(work: () => Promise<string>): QuickJSHandle {
    const { context } = this.#parts
    const deferred = context.newPromise()
    this.#handles.push(deferred)
    this.#waiting += 1
    const settle = (end: () => void): void => {
      this.#waiting -= 1
      if (this.#isEnded) return
      end()
      this.#wake?.()
    }
    work().then(
      text => settle(() => context.newString(text).consume(each => deferred.resolve(each))),
      (error: unknown) =>
        settle(() =>
          context
            .newError(error instanceof Error ? error.message : String(error))
            .consume(each => deferred.reject(each)),
        ),
    )
    return deferred.handle
  }

  #isFunction(module: QuickJSHandle, name: string): boolean {
    const { context } = this.#parts
    return context.getProp(module, name).consume(each => context.typeof(each)) === 'function'
  }

  #keep<T extends { dispose(): void; readonly alive: boolean }>(handle: T): T {
    this.#handles.push(handle)
    return handle
  }

  #take(result: ReturnType<QuickJSContext['evalCode']>, reason: ScriptFault['reason'] = 'thrown'): QuickJSHandle {
    if (result.error) throw new SandboxError(this.#explain(result.error, reason))
    return this.#keep(result.value)
  }

  /** What was thrown, with its place in the script. */
  #explain(handle: QuickJSHandle, reason: ScriptFault['reason'] = 'thrown'): ScriptFault {
    const { context, budget } = this.#parts
    const thrown: unknown = this.#keep(handle) && context.dump(handle)
    const { name, message, stack } = readThrown(thrown)
    const at = readPlace(stack)
    if (budget.check()) return { ...tooLong(budget.limitMs), ...at }
    if (name === 'InternalError' && message === 'out of memory')
      return { ...faultOf('memory', `The script needs more than ${SCRIPT_MEMORY_MB} MB.`), ...at }
    const text = name === '' || name === 'Error' ? message : `${name}: ${message}`
    return { reason, message: text.slice(0, 1000), ...at }
  }
}

const faultOf = (reason: ScriptFault['reason'], message: string): ScriptFault => ({ reason, message, ...NOWHERE })

const tooLong = (limitMs: number): ScriptFault =>
  faultOf('time', `The script took longer than ${limitMs / 1000} seconds.`)

function readThrown(thrown: unknown): { readonly name: string; readonly message: string; readonly stack: string } {
  if (typeof thrown !== 'object' || thrown === null) return { name: '', message: String(thrown), stack: '' }
  const { name, message, stack } = thrown as Partial<Record<'name' | 'message' | 'stack', unknown>>
  if (message === undefined) return { name: '', message: JSON.stringify(thrown), stack: '' }
  return { name: String(name ?? ''), message: String(message), stack: String(stack ?? '') }
}

/** What comes of a secret is one too: the script gets a handle of it. */
function calculateOver(
  secrets: Map<string, string>,
  name: string,
  texts: readonly string[],
  mint: SandboxHost['mint'],
): string {
  const opened = texts.map(text => resolveSecretHandles(text, secrets))
  const made = calculate(name, opened)
  if (opened.every((text, at) => text === texts[at])) return made
  const handle = makeSecretHandle()
  mint(handle, made)
  secrets.set(handle.toLowerCase(), made)
  return handle
}

/** Functions of texts alone. */
function calculate(name: string, [first = '', second = '', third = '', fourth = '']: readonly string[]): string {
  if (name === 'uuid') return randomUUID()
  if (name === 'base64') return Buffer.from(first).toString('base64')
  if (name === 'urlEncode') return encodeURIComponent(first)
  if (name === 'unbase64') return Buffer.from(first, 'base64').toString('utf8')
  const [encoding, digest] =
    name === 'hmac'
      ? [fourth, createHmac(algorithmOf(first), second).update(third)]
      : [third, createHash(algorithmOf(first)).update(second)]
  return digest.digest(encoding === 'base64' ? 'base64' : 'hex')
}

function algorithmOf(name: string): string {
  if (['md5', 'sha1', 'sha256', 'sha512'].includes(name)) return name
  throw new Error(`There is no algorithm ${name}; there are md5, sha1, sha256 and sha512.`)
}
