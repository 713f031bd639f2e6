import { Failure, type ParamValues } from '@sluice/contract'
import { expect } from 'vitest'
import type { Connector } from '../connector.ts'

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
    this.#texts.push(value instanceof Failure ? JSON.stringify(value.toDetail()) : (JSON.stringify(value) ?? ''))
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
