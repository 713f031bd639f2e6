import {
  checkScriptText,
  type Data,
  isData,
  makeSecretHandle,
  resolveSecretHandles,
  toJson,
  type Value,
} from '@sluice/contract'
import type { Secrets } from './secrets.ts'

/** A text that merely holds so short a secret is left alone: it would be cut to pieces. */
const MIN_PART = 8
const MIN_WHOLE = 4
/** Names of fields by which far systems give what signs in. */
const SECRET_FIELD =
  /(?:^|[_-]|[a-z](?=[A-Z]))(?:token|ticket|secret|session(?:_?id|_?key)?|jwt|password|cookie|signature|access_?key)$/i

/**
 * What stands for secrets in one call of a script. It can carry a handle, put it into texts and calculate with it by the
 * functions of `ctx`; what it stands for is known outside of the sandbox's interpreter alone.
 */
export class ScriptSecrets {
  readonly #secrets: Secrets
  readonly #values = new Map<string, string>()
  readonly #handles = new Map<string, string>()

  constructor(secrets: Secrets) {
    this.#secrets = secrets
  }

  /** What handles stand for, by their text in small letters. */
  get known(): ReadonlyMap<string, string> {
    return this.#values
  }

  /** The handle of a secret; nothing where there is nothing. */
  give(value: string): string {
    if (value === '') return value
    const handle = this.#handles.get(value) ?? makeSecretHandle()
    this.#handles.set(value, handle)
    this.#values.set(handle.toLowerCase(), value)
    return handle
  }

  /** A handle that a calculation made. Whether it can be turned back or not, nobody is shown it. */
  keep(handle: string, value: string): void {
    this.#values.set(handle.toLowerCase(), value)
    this.#secrets.addPassing(value)
  }

  /** Texts without the secrets that are known, and without what stands under the name of one. */
  conceal(given: Value, { byName = false } = {}): Value {
    return mapTexts(given, (text, name) =>
      byName && text !== '' && SECRET_FIELD.test(name) ? this.#giveNew(text) : this.concealText(text),
    )
  }

  concealText(text: string): string {
    let shown = text
    for (const form of this.#secrets.forms()) {
      if (form.length >= MIN_WHOLE && text === form) return this.give(form)
      if (form.length >= MIN_PART && shown.includes(form)) shown = shown.replaceAll(form, this.give(form))
    }
    return shown
  }

  /** Met in an answer: from now on a secret like the others. */
  #giveNew(text: string): string {
    this.#secrets.add(text)
    return this.give(text)
  }

  /** Only for what leaves towards the far system. */
  resolve(text: string, write?: (value: string) => string): string {
    return resolveSecretHandles(text, this.#values, value => {
      this.#secrets.addPassing(value)
      return write ? write(value) : value
    })
  }

  /** Each text of a value; a text that is JSON stays JSON. */
  resolveAll(given: Value): Value {
    return mapTexts(
      given,
      withinBounds(text => this.resolve(text, isJson(text) ? escapeForJson : undefined)),
    )
  }

  /** Each text with what its handles stood for, for who said it. */
  restore(given: Value): Value {
    return mapTexts(
      given,
      withinBounds(text => resolveSecretHandles(text, this.#values)),
    )
  }

  holds(given: Value): boolean {
    const text = typeof given === 'string' ? given : toJson(given)
    return this.#replace(text, '') !== text
  }

  /** As it may be shown. */
  hide(text: string): string {
    return this.#secrets.hide(this.#replace(text, '***'))
  }

  #replace(text: string, instead: string): string {
    return resolveSecretHandles(text, this.#values, () => instead)
  }
}

/** All texts together, too: each may be short. */
function withinBounds(resolve: (text: string) => string): (text: string) => string {
  let chars = 0
  return text => {
    const made = resolve(text)
    chars += made.length
    checkScriptText(chars)
    return made
  }
}

const escapeForJson = (value: string): string => JSON.stringify(value).slice(1, -1)

function isJson(text: string): boolean {
  if (!/^\s*[{["]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function mapTexts(value: Value, map: (text: string, name: string) => string, name = ''): Value {
  if (typeof value === 'string') return map(value, name)
  if (Array.isArray(value)) return value.map(each => mapTexts(each as Value, map, name))
  if (!isData(value)) return value
  const entries = Object.entries(value as Data).map(([key, each]) => [map(key, ''), mapTexts(each as Value, map, key)])
  return Object.fromEntries(entries) as Data
}
