import type { TestServer } from './start-test-server.ts'

export interface Sample {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
  /** Content of the multipart field `file`. */
  readonly file?: string | Buffer
  /** What a stranger gets instead of 404: nothing of ours, only their own, or that it is not theirs (409). */
  readonly strangerGets?: 'empty' | 'own' | 'refusedRows' | 'conflict'
}

export interface World {
  readonly token: string
  readonly tenantId: string
  readonly userId: string
  post<T>(path: string, body: unknown): Promise<T>
}

/** One valid call by the name of its route. */
export type Samples = Readonly<Record<string, (world: World) => Promise<Sample>>>

/** What a module's `testing.ts` exports as `createSamples`: one valid call of each of its routes. */
export type CreateSamples = (server: TestServer) => Samples

/** Lists show a stranger only what is theirs. */
export const own =
  (sample: Sample = {}) =>
  async (): Promise<Sample> => ({ ...sample, strangerGets: 'own' })

let counter = 0
/** A name that no other object has. */
export const unique = (prefix: string): string => `${prefix}-${++counter}`
