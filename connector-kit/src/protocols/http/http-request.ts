/** A request with every template filled. */
export interface HttpRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}
