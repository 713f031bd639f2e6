import type { Logger } from 'pino'
import type { Outgoing } from '../../../http/outgoing.ts'

/** Brings a code to a phone. */
export interface SmsSender {
  /** `phone` as E.164. @throws when it was not accepted */
  send(phone: string, code: string, minutes: number): Promise<void>
}

/** Any provider that takes one HTTP request. `{phone}`, `{national}`, `{code}` and `{minutes}` are filled in. */
export interface HttpSmsSettings {
  readonly url: string
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly headers: Readonly<Record<string, string>>
  /** '' sends none. */
  readonly body: string
  /** The answer must hold it; '' asks for a 2xx status alone. */
  readonly okText: string
}

const TIMEOUT_MS = 10_000
const MAX_BYTES = 100_000

/** Sends by the operator's provider, over the one guarded way out. */
export function createHttpSms(outgoing: Outgoing, settings: HttpSmsSettings): SmsSender {
  const type = Object.entries(settings.headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  const encodeBody = /json/i.test(type) ? (text: string) => JSON.stringify(text).slice(1, -1) : encodeURIComponent
  return {
    async send(phone, code, minutes) {
      const values = { phone, national: phone.replace(/^\+86/, ''), code, minutes: String(minutes) }
      const answer = await outgoing.fetch(fill(settings.url, values, encodeURIComponent), {
        method: settings.method,
        headers: settings.headers,
        ...(settings.body === '' ? {} : { body: fill(settings.body, values, encodeBody) }),
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
      })
      if (answer.status < 200 || answer.status > 299 || !answer.text().includes(settings.okText))
        throw new Error(`sending a message: the provider answered ${answer.status}`)
    },
  }
}

const fill = (template: string, values: Readonly<Record<string, string>>, encode: (text: string) => string): string =>
  template.replaceAll(
    /\{(\w+)\}/g,
    (whole, name: string) => (Object.hasOwn(values, name) ? encode(values[name]!) : whole), // own: checked
  )

/** For trying it out: the code is in the product's own log. */
export const createLogSms = (log: Logger): SmsSender => ({
  send: async (phone, code) => log.warn({ phone, code }, 'a sign-in code, as no provider of messages is set'),
})
