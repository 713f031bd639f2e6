import type { Data, ErrorClass, FieldSpec, NothingForm } from '@sluice/contract'
import type { WriteGuarantee } from '../../connector.ts'

/** How to reach and enter a far system; the same for all its endpoints. */
export interface HttpSettings {
  /** `https://shop.example.com/api`, without a slash at the end. */
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
  readonly auth: HttpAuth
  /** Accept any certificate. */
  readonly skipTlsVerify: boolean
  /** Of one exchange. Default 60000. */
  readonly timeoutMs?: number
  /** Requests at once. Default 4. */
  readonly maxConcurrent?: number
  /** Shortest time between the starts of two requests. Default 0. */
  readonly minIntervalMs?: number
}

export type HttpAuth =
  | { readonly kind: 'none' }
  | ({ readonly kind: 'apiKey' } & ApiKey)
  | { readonly kind: 'apiKeys'; readonly keys: readonly ApiKey[] }
  | { readonly kind: 'basic'; readonly username: string; readonly password: string }
  | { readonly kind: 'bearer'; readonly token: string }
  | OAuthClient
  | GrantedAuth
  | LoginAuth
  | HmacAuth
  | WebhookAuth

/** A key as the far system gave it, under the name it wants. */
export interface ApiKey {
  readonly place: 'header' | 'query'
  readonly name: string
  readonly value: string
}

/** RFC 6749 §4.4. */
export interface OAuthClient {
  readonly kind: 'oauth2'
  /** Absolute, or a path under the base URL. */
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scope?: string
  /** Where the credentials go. */
  readonly style: 'body' | 'basic'
}

/** RFC 6749 §4.1 with PKCE: a person grants the access, and the product refreshes it. */
export interface GrantedAuth {
  readonly kind: 'granted'
  /** Absolute, or a path under the base URL: the page where a person grants access. */
  readonly authorizationUrl: string
  readonly scope?: string
  /** As the token URL, which it is when absent. */
  readonly refreshUrl?: string
  /** Absolute, or a path under the base URL. */
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly style: 'body' | 'basic'
}

/** A login request whose answer holds a token. */
export interface LoginAuth {
  readonly kind: 'login'
  /** Absolute, or a path under the base URL. */
  readonly url: string
  /** Sent as a JSON object of texts. */
  readonly fields: Readonly<Record<string, string>>
  readonly tokenPath: string
  /** Life in seconds; absent or missing: 20 minutes. */
  readonly expiresPath?: string
  /** Header that carries the token. */
  readonly header: string
  /** Written before the token: `Bearer `. */
  readonly prefix: string
}

/** HMAC-SHA256 over METHOD, path, sorted query, app key, timestamp, nonce and SHA-256 of the body, joined by \n. */
export interface HmacAuth {
  readonly kind: 'hmac'
  readonly appKey: string
  readonly appSecret: string
  readonly headers: {
    readonly appKey: string
    readonly timestamp: string
    readonly nonce: string
    readonly signature: string
  }
  readonly timestampUnit: 'seconds' | 'milliseconds'
}

/** A signature by which a receiver knows who sent an event. */
export interface WebhookAuth {
  readonly kind: 'webhook'
  /**
   * standard: `webhook-id`, `webhook-timestamp` and `webhook-signature` of standardwebhooks.com, the id as the request has it;
   * hub: `x-hub-signature-256` over the body alone, as GitHub and others sign.
   */
  readonly style: 'standard' | 'hub'
  /** `whsec_` and Base64, or any text. */
  readonly secret: string
}

/** A name and a template: `{{page}}`, `{{pageSize}}`, `{{offset}}`, `{{cursor}}`, `{{from}}`, `{{to}}`. */
export interface NamedTemplate {
  readonly name: string
  readonly value: string
}

export interface HttpRequestPlan {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Under the base URL. Placeholders are URL-encoded. */
  readonly path: string
  readonly query?: readonly NamedTemplate[]
  readonly headers?: Readonly<Record<string, string>>
  /** Shortest time between two requests of this endpoint, where the connection's is shorter. */
  readonly minIntervalMs?: number
}

/** When an answer counts as a success, beyond its status. */
export interface AnswerTest {
  /** `code`, `Result.ResponseStatus.IsSuccess`; absent: the status alone decides. */
  readonly successPath?: string
  readonly successValues?: readonly string[]
  /** Values at `successPath` that mean "come back later". */
  readonly busyValues?: readonly string[]
  /** Where the far system says what is wrong. `*` stands for all elements of a list. */
  readonly messagePath?: string
  /** Lists of complaints beside the data, each with a `message`: one that is not empty is a refusal. */
  readonly complaintPaths?: readonly string[]
  /** What an adapter knows of answers; the first that fits decides before anything else. */
  readonly errors?: readonly ErrorClass[]
}

export interface HttpReadPlan extends HttpRequestPlan {
  /** JSON text whose string leaves may hold templates. */
  readonly body?: string
  readonly pagination: HttpPagination
  /** Where the records are; "" when the answer itself is the list. */
  readonly listPath: string
  /** Forms in which an answer may say "no rows". Default none: anything but a list is broken. */
  readonly nothing?: readonly NothingForm[]
  /** A list of one may come as the record alone. */
  readonly loneRecord?: boolean
  /** Records may come as an object, each under its id: a list all the same, with the id as `_key`. */
  readonly keyedRecords?: boolean
  /** An answer without rows that complains in words is none, unless a success test takes it. Default false. */
  readonly doubtsEmpty?: boolean
  /** Names for the values of records that come as lists. */
  readonly columns?: readonly string[]
  /** A question about each record of the list, whose answer completes it. */
  readonly detail?: HttpDetail
  readonly test: AnswerTest
  /** The far system refuses larger pages. */
  readonly maxPageSize?: number
  readonly window?: WindowFormat
}

export interface HttpDetail {
  /** `/orders/{{id}}`, filled from the record of the list. */
  readonly path: string
  /** JSON text of a POST, filled from the record as well; absent: a GET. */
  readonly body?: string
  /** Where the record stands in the answer; absent: it is the answer. */
  readonly recordPath?: string
}

export interface HttpPagination {
  /** `adapter`: left to the adapter, and replaced by what that says. */
  readonly kind: 'none' | 'page' | 'offset' | 'cursor' | 'id_gt' | 'link' | 'adapter'
  /** Parameter that carries page number, offset, cursor or last id; absent where a template in query or body does. */
  readonly param?: string
  readonly sizeParam?: string
  /** Where the parameters go. Default query. */
  readonly place?: 'query' | 'body'
  /** Number of the first page. Default 1. */
  readonly startPage?: number
  /** Sent for the first page; digits alone make every cursor a number. The type of a last id is the record's own. */
  readonly firstCursor?: string
  readonly totalPath?: string
  /** Header that tells the total instead. */
  readonly totalHeader?: string
  /** Told on the first page alone. */
  readonly totalOnce?: boolean
  readonly hasMorePath?: string
  /**
   * What answers say of more rows by signs that are not set here does not count: the first answer alone is wanted, or their
   * totals count something else. Default false: it is a rejected row at the end of the list.
   */
  readonly believesEnd?: boolean
  /** id_gt: where a record has the id that rises from record to record. */
  readonly idPath?: string
  /** cursor: where the next cursor is. link: where the next URL is; absent: the Link header. */
  readonly nextPath?: string
  /** Header that says it instead: a cursor, an address, or links as RFC 8288 writes them. */
  readonly nextHeader?: string
}

export interface WindowFormat {
  readonly format: 'iso' | 'datetime' | 'date' | 'unix' | 'unixMs'
  /** IANA zone of `datetime` and `date`. Default UTC. */
  readonly timeZone?: string
  /** The far system leaves out the upper bound itself; it is then raised by the smallest step. Default false. */
  readonly isEndExclusive?: boolean
  /** The far system answers no longer window; a longer one is read in parts. */
  readonly maxSeconds?: number
  /** With `maxSeconds`: days before the end where a read begins that has no beginning. */
  readonly firstDays?: number
}

export interface HttpWritePlan extends HttpRequestPlan {
  /** Records per request; 1 sends the record itself, more a list. */
  readonly rows: number
  /** Dotted place of the record or the list in the body; absent: it is the body. */
  readonly bodyKey?: string
  /** Sends a list even for one record. Default rows > 1. */
  readonly isList?: boolean
  /** Fixed fields beside `bodyKey`, as JSON text of an object. */
  readonly extraBody?: string
  /** The record as it is sent, with what the endpoint adds to it. */
  complete?(record: Data): Data
  readonly test: AnswerTest
  /** Header that makes the far system do one key once. */
  readonly idempotencyHeader?: string
  /** Field of each record that carries the key instead. */
  readonly idempotencyField?: string
  /** A longer key is sent as the beginning of its hash. */
  readonly idempotencyLength?: number
  /** Overrides what follows from the two above: the far system may be idempotent by its own business key. */
  readonly guarantee?: WriteGuarantee
  /** Where the far system says the key of the written record. */
  readonly targetKeyPath?: string
  /** Where it names the wrong field. */
  readonly fieldPath?: string
  /** Where error codes are, matched together with the messages. */
  readonly codePath?: string
  /** Results of single rows in the answer of a batch. */
  readonly results?: RowResults
  readonly patterns?: RefusalPatterns
  /** Where the far system says whether it has a record. */
  readonly lookUp?: HttpLookUp
}

/** A question by GET about one record; 404 and an empty place mean that there is none. */
export interface HttpLookUp {
  /** `/orders/{{number}}` or `/query?number={{number}}`, filled from the record as it is sent. */
  readonly path: string
  /** Where the record stands in the answer; absent: it is the answer. Of a list the first counts. */
  readonly recordPath?: string
  /** Where the far system's own key stands. */
  readonly keyPath?: string
}

/** Results of single rows in the answer to a list; each belongs to just one record of the request. */
export interface RowResults {
  /** The results; with `errorPath`, those of rows that were done. */
  readonly path: string
  /** Results of rows that were refused, where they stand in a list of their own. */
  readonly errorPath?: string
  /**
   * order: results come in the order of the records; index: a result says the place of its record; key: its key.
   * Absent: by key where both keys are named, else by order.
   */
  readonly by?: 'order' | 'index' | 'key'
  /** Inside a result: the place of its record in the request, counted from `indexBase` on. Default 0. */
  readonly indexPath?: string
  readonly indexBase?: number
  /** Inside a result: what equals `recordKey` of its record; absent: the result is the key itself. */
  readonly resultKey?: string
  readonly recordKey?: string
  /** Inside one result. */
  readonly test: AnswerTest
  readonly targetKeyPath?: string
  readonly fieldPath?: string
  readonly codePath?: string
}

/** Texts found in a refusal, in any case, that tell what kind it is. */
export interface RefusalPatterns {
  /** Already there: nothing to do. */
  readonly duplicate?: readonly string[]
  readonly negativeStock?: readonly string[]
  readonly masterData?: readonly string[]
  readonly busy?: readonly string[]
}

/** One thing of a far system that can be read or written over HTTP. */
export interface HttpEndpoint {
  /** `order.list`; for the generic connector the path. */
  readonly id: string
  readonly label: string
  readonly key: readonly string[]
  readonly increment?: readonly string[]
  readonly number?: string
  readonly idCheck?: boolean
  /** Absent: found out from a sample. */
  readonly fields?: readonly FieldSpec[]
  readonly read?: HttpReadPlan
  readonly write?: HttpWritePlan
}
