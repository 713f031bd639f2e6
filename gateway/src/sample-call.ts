/** One call of an application, as its programs are shown it. */
export interface SampleCall {
  readonly origin: string
  readonly appKey: string
  readonly method: string
  /** Without parameters in braces. */
  readonly path: string
  /** JSON text; null: the call has no body. */
  readonly body: string | null
  /** Whether it shows a client certificate, and whether that is enough beside the key. */
  readonly certificate: 'none' | 'beside' | 'alone'
}

export type SampleWay = 'token' | 'signature' | 'certificate'

export interface CodeSample {
  readonly language: 'curl' | 'typescript' | 'python' | 'java'
  readonly way: SampleWay
  readonly source: string
}
