// What a script is told; the host says it in the reader's language.
const NOT_FINITE = 'is not a finite number'
const NO_VALUE = 'is a function or a symbol, which no target takes'
const NO_RECORD = 'A function of the script gives back a record, or nothing.'
const NO_WAIT = 'A function over records cannot wait.'
const NO_CHANCE = 'A script over records has no chance, so that it gives the same again; take ctx.hash.'

/**
 * What stands around a script of records inside the sandbox. It runs with the rights of the script: what it gives back is
 * looked at by the host as anything from outside.
 */
export const RECORD_PRELUDE = `(host => {
  const { parse, stringify } = JSON
  const { freeze } = Object
  const { isArray } = Array
  const isObject = value => typeof value === 'object' && value !== null
  class Exact {
    #text
    constructor(text) { this.#text = text }
    toString() { return this.#text }
    valueOf() { return Number(this.#text) }
  }
  const revive = (_, value) => {
    if (!isObject(value) || typeof value.$exact !== 'string') return value
    return /^-?\\d+$/.test(value.$exact) ? BigInt(value.$exact) : new Exact(value.$exact)
  }
  const replace = (name, value) => {
    if (typeof value === 'bigint' || value instanceof Exact) return { $exact: String(value) }
    if (typeof value === 'number' && !Number.isFinite(value)) throw new Error('Field "' + name + '": ${NOT_FINITE}.')
    if (typeof value === 'function' || typeof value === 'symbol') throw new Error('Field "' + name + '": ${NO_VALUE}.')
    return value
  }
  class Refused extends Error {}
  const tools = {
    refuse: reason => { throw new Refused(String(reason)) },
    now: () => Date.now(),
    hash: (algorithm, text, encoding = 'hex') => host.pure('hash', String(algorithm), String(text), String(encoding)),
    hmac: (algorithm, key, text, encoding = 'hex') => host.pure('hmac', String(algorithm), String(key), String(text), String(encoding)),
    base64: text => host.pure('base64', String(text)),
    unbase64: text => host.pure('unbase64', String(text)),
  }
  const describe = error => {
    if (error instanceof Refused) return { refused: error.message }
    if (!(error instanceof Error)) return { name: '', message: isObject(error) ? stringify(error) : String(error), stack: '' }
    return { name: String(error.name), message: String(error.message), stack: String(error.stack).slice(0, 2000) }
  }
  const isFull = error => error instanceof Error && error.name === 'InternalError' && error.message === 'out of memory'
  return async (hook, inputText) => {
    let all = ''
    const rows = parse(inputText, revive)
    for (let index = 0; index < rows.length; index += 1) {
      host.at(String(index))
      let made
      try {
        const [input, record] = rows[index]
        rows[index] = null
        const output = hook(input, freeze(record === undefined ? { ...tools } : { ...tools, record }))
        const result = output === undefined ? input : output
        if (!isObject(result) || isArray(result)) throw new Error('${NO_RECORD}')
        if (result instanceof Promise) throw new Error('${NO_WAIT}')
        made = '{"data":' + stringify(result, replace) + '}'
      } catch (error) {
        if (isFull(error)) throw error
        made = stringify(describe(error))
      }
      all += (index === 0 ? '[' : ',') + made
    }
    return all + ']'
  }
})`

/** Neither a clock nor chance: the same record gives the same result whenever it is mapped. */
export const stillWorld = (nowMs: number): string => `(() => {
  const Real = Date
  const now = () => ${nowMs}
  globalThis.Date = new Proxy(Real, {
    construct: (_, args) => (args.length === 0 ? new Real(now()) : new Real(...args)),
    apply: () => new Real(now()).toString(),
    get: (target, name) => (name === 'now' ? now : target[name]),
  })
  Real.prototype.constructor = globalThis.Date
  Math.random = () => { throw new Error('${NO_CHANCE}') }
})()`
