import { Failure, type ParamValues } from '@sluice/contract'
import { expect } from 'vitest'
import type { Connector } from '../connector.ts'

interface ToldFailure {
  readonly code: string
  readonly message: string
  readonly advice: string | undefined
}

/** Failures of what the host lends: files and egress. The host has their sentences. */
const HOST_CODES: ReadonlySet<string> = new Set(['file.missing', 'file.directory', 'egress.shut', 'account.paused'])

/** Everything public a connector said during the suite, and the secrets that must not be in it. */
export class Evidence {
  readonly #texts: string[] = []
  readonly #secrets = new Set<string>()

  /** Values of the parameters marked `encryption`, where they are long enough to be looked for. */
  addSecrets(connector: Connector, params: ParamValues): void {
    for (const param of connector.manifest.params) {
      const value = params[param.field]
      if (param.encryption && typeof value === 'string' && value.length >= 6) this.#secrets.add(value)
    }
  }

  note(value: unknown): void {
    const noted: unknown = value instanceof Failure ? value.toDetail() : value
    this.#texts.push(JSON.stringify(noted) ?? '')
    this.#collect(noted)
  }

  /** Every failure it told, thrown, in an outcome or in a step. */
  get failures(): readonly ToldFailure[] {
    return this.#failures
  }
  readonly #failures: ToldFailure[] = []

  /** Its public sentences. What a far system said is no sentence of ours: it begins and ends as it likes. */
  get sentences(): readonly string[] {
    const said = this.#failures
      .filter(({ code }) => !HOST_CODES.has(code))
      .flatMap(({ message, advice }) => [message, ...(advice === undefined ? [] : [advice])])
    return [...new Set(said)].filter(text => /^[A-Z"{].* .*\.$/s.test(text))
  }

  #collect(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    if ('code' in value && typeof value.code === 'string' && 'message' in value && typeof value.message === 'string') {
      const advice = 'advice' in value && typeof value.advice === 'string' ? value.advice : undefined
      this.#failures.push({ code: value.code, message: value.message, advice })
    }
    for (const each of Object.values(value)) this.#collect(each)
  }

  /** Runs `act`, expects a Failure with a whole public part, notes and returns it. */
  async expectFailure(act: () => Promise<unknown>): Promise<Failure> {
    const error = await act().then(
      () => null,
      (reason: unknown) => reason,
    )
    expect(error, 'a Failure is thrown').toBeInstanceOf(Failure)
    const failure = error as Failure // proved by the line above
    this.note(failure)
    expect(failure.code).toMatch(/^[a-z][A-Za-z]*(\.[a-zA-Z]+)+$/)
    expect(failure.message.length, 'the failure has a public sentence').toBeGreaterThan(10)
    return failure
  }

  /** The first text in which a secret shows, plain, as base64, URL-encoded or JSON-escaped; null when there is none. */
  findLeak(): string | null {
    for (const secret of this.#secrets) {
      const forms = [
        secret,
        Buffer.from(secret).toString('base64').replace(/=+$/, ''),
        encodeURIComponent(secret),
        JSON.stringify(secret).slice(1, -1),
      ]
      const leak = this.#texts.find(text => forms.some(form => text.includes(form)))
      if (leak !== undefined) return leak
    }
    return null
  }
}
