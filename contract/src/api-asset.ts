import { z } from 'zod'
import { scriptHooks } from './script-hooks.ts'

/** One interface of a far system, written down by a person instead of programmed. */

/** `sql` and `json` are texts that hold a statement and any JSON value; an `instant` is a `datetime` with its offset. */
export const assetFieldTypes = [
  'string',
  'int',
  'float',
  'bool',
  'datetime',
  'instant',
  'date',
  'timestamp',
  'sql',
  'json',
  'array',
  'object',
] as const
export const assetPlaces = ['query', 'header', 'path', 'body'] as const

const text = (max: number) => z.string().max(max).default('')

/** One parameter, or one column of an answer. Lines and parts of it are its `fields`. */
export const AssetField: z.ZodType<AssetField> = z
  .strictObject({
    /** The far system's own name, letter by letter. */
    field: z.string().min(1).max(200),
    label: z.string().max(200).optional(),
    type: z.enum(assetFieldTypes),
    is_required: z.boolean().optional(),
    /** A literal or a template; always text, so that no digit is lost. */
    default: z.string().max(20_000).optional(),
    describe: z.string().max(2000).optional(),
    /** Where a parameter travels. Absent: in the query of a GET, else in the body. */
    place: z.enum(assetPlaces).optional(),
    get fields() {
      return z.array(AssetField).max(1000).optional()
    },
  })
  .meta({ id: 'AssetField' })
export interface AssetField {
  field: string
  label?: string | undefined
  type: (typeof assetFieldTypes)[number]
  is_required?: boolean | undefined
  default?: string | undefined
  describe?: string | undefined
  place?: (typeof assetPlaces)[number] | undefined
  fields?: AssetField[] | undefined
}

const Fields = z.array(AssetField).max(1000).default([])

/** When an answer is a success beyond its HTTP status; an empty path leaves it to the status. */
export const AnswerTestOf = z.strictObject({
  path: text(300),
  /** Empty: anything but nothing, false and 0. */
  values: z.array(z.string().max(200)).max(50).default([]),
  /** Values that mean "come back later". */
  busyValues: z.array(z.string().max(200)).max(50).default([]),
  messagePath: text(300),
})

/**
 * Forms in which an answer says "no rows" instead of an empty list: by its status, without a body, by what stands where
 * the list should, or by leaving the list out.
 */
export const nothingForms = [
  'status204',
  'emptyBody',
  'null',
  'emptyText',
  'emptyObject',
  'missingList',
  'status404',
] as const
export type NothingForm = (typeof nothingForms)[number]

/** `id_gt`: each page has the ids greater than the last one; `adapter`: as the adapter in force says. */
export const paginationModes = ['none', 'page', 'offset', 'cursor', 'id_gt', 'link', 'adapter'] as const
export const PaginationOf = z.strictObject({
  mode: z.enum(paginationModes).default('none'),
  /** The largest page the far system gives. */
  pageSize: z.int().min(1).max(10_000).default(100),
  /** Parameter that carries page number, offset, cursor or last id; empty where a template does. */
  pageField: text(200),
  sizeField: text(200),
  place: z.enum(['query', 'body']).default('query'),
  startPage: z.int().min(0).max(1).default(1),
  /** Cursor or id before the first page, where one must be sent; digits alone travel as a number. */
  firstCursor: text(200),
  /** cursor: where the next one is; link: where the next address is, empty for the Link header. */
  nextPath: text(300),
  /** Header that says it instead: a cursor, an address, or links as RFC 8288 writes them. */
  nextHeader: text(200),
  hasMorePath: text(300),
  /** id_gt: where a record has the id that rises; empty: what identifies it. */
  idPath: text(300),
  totalPath: text(300),
  /** Header that tells the total instead. */
  totalHeader: text(200),
  /** The total is told on the first page alone. */
  totalOnce: z.boolean().default(false),
  /** More rows than were read, told by a sign that is not set here, do not count. */
  believesEnd: z.boolean().default(false),
})

/** How `{{from}}` and `{{to}}` of an incremental read are written. */
const Window = z.strictObject({
  format: z.enum(['iso', 'datetime', 'date', 'unix', 'unixMs']).default('iso'),
  timeZone: z.string().max(60).default('Asia/Shanghai'),
  endExclusive: z.boolean().default(false),
  /** The longest window that the far system answers; a longer one is read in parts. 0: any. */
  maxSeconds: z.int().min(0).max(31_622_400).default(0),
  /** With `maxSeconds`: how far back a read goes that has no beginning. */
  firstDays: z.int().min(1).max(3660).default(30),
})

/** How a result names its record: it comes at the same place, says that place, or says a key. */
export const rowOrders = ['order', 'index', 'key'] as const

/** Results of single rows in the answer to a list; an empty path: the answer is about all of them. */
export const RowResults = z.strictObject({
  /** The results; with `errorPath`, those of rows that were done. */
  path: text(300),
  /** Results of rows that were refused, where they stand in a list of their own. */
  errorPath: text(300),
  /** Where both keys are named, `order` means `key`. */
  by: z.enum(rowOrders).default('order'),
  indexPath: text(200),
  /** Number of the first record. */
  indexBase: z.int().min(0).max(1).default(0),
  resultKey: text(200),
  recordKey: text(200),
  success: AnswerTestOf.prefault({}),
  targetKeyPath: text(300),
  codePath: text(300),
  fieldPath: text(300),
})

export type RowResults = z.output<typeof RowResults>

export const assetGuarantees = ['none', 'upsert', 'idempotencyKey'] as const

const Write = z.strictObject({
  /** Records per request. */
  rows: z.int().min(1).max(1000).default(1),
  isList: z.boolean().default(false),
  /** Place in the body where record or list stands, `data.Model`; empty: they are the body. */
  bodyKey: text(200),
  /** Makes the far system do one key once; only for records sent alone. */
  idempotencyHeader: text(200),
  idempotencyField: text(200),
  /** The longest key the field takes; a longer one is sent as its hash. 0: any. */
  idempotencyLength: z.int().min(0).max(64).default(0),
  /** What the far system promises by a number in the record itself: it updates a known one, or refuses to do it twice. */
  guarantee: z.enum(assetGuarantees).default('none'),
  targetKeyPath: text(300),
  codePath: text(300),
  fieldPath: text(300),
  results: RowResults.prefault({}),
  /** A question by GET whether a record is there; asked after a lost answer. */
  lookUp: z.strictObject({ path: text(500), recordPath: text(300), keyPath: text(300) }).prefault({}),
  /** Texts in a refusal that tell its kind. */
  patterns: z
    .strictObject({
      duplicate: z.array(z.string().max(200)).max(50).default([]),
      negativeStock: z.array(z.string().max(200)).max(50).default([]),
      masterData: z.array(z.string().max(200)).max(50).default([]),
      busy: z.array(z.string().max(200)).max(50).default([]),
    })
    .prefault({}),
})

export const assetTypes = ['QUERY', 'EXECUTE'] as const
export const assetMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** What a version of an API asset says. `{{…}}` variables: page, offset, cursor, pageSize, from, to. */
export const ApiAsset = z.strictObject({
  name: z.string().trim().min(1).max(100),
  describe: text(2000),
  help_link: z
    .string()
    .max(500)
    .regex(/^(https?:\/\/\S+)?$/)
    .default(''),
  /** QUERY only reads and can be a source; EXECUTE writes and can be a target. */
  type: z.enum(assetTypes),
  method: z.enum(assetMethods),
  /** Path under the connector's address; `{name}` stands for a parameter whose place is the path. */
  api: z.string().trim().min(1).max(500),
  /** Fields that identify a record. */
  id: z.array(z.string().min(1).max(200)).max(20).default([]),
  /** Field of the business number; the id when empty. */
  number: text(200),
  /** A known id is never taken again. */
  idCheck: z.boolean().default(true),
  /** Fields that tell what changed. */
  increment: z.array(z.string().min(1).max(200)).max(20).default([]),
  request: Fields,
  otherRequest: Fields,
  response: Fields,
  otherResponse: Fields,
  /** Where the records are in the answer; empty: the answer is the list. */
  listPath: text(300),
  /** Forms in which an answer may say "no rows"; none: anything but a list is an error. */
  nothing: z.array(z.enum(nothingForms)).max(nothingForms.length).default([]),
  /** A list of one may come as the record alone. */
  loneRecord: z.boolean().default(false),
  /** Records may come as an object, each under its id, `{"SO-1": {…}}`: a list all the same, with the id as `_key`. */
  keyedRecords: z.boolean().default(false),
  /** A record is a list of values, in the order of the fields of `response`; a single value is the first of them. */
  listOfValues: z.boolean().default(false),
  /**
   * Each record is asked for once more, and has what that answer says as well: by GET, or by POST where there is a body,
   * JSON with `{name}` from the record. Empty: the list says it all.
   */
  detail: z.strictObject({ api: text(500), body: text(2000), recordPath: text(300) }).prefault({}),
  success: AnswerTestOf.prefault({}),
  pagination: PaginationOf.prefault({}),
  window: Window.prefault({}),
  write: Write.prefault({}),
  rate: z.strictObject({ intervalMs: z.int().min(0).max(600_000).default(0) }).prefault({}),
  /** Id of the adapter that its requests go through; empty: the platform's, if it has one. */
  adapter: z.union([z.literal(''), z.uuid()]).default(''),
})
export type ApiAsset = z.output<typeof ApiAsset>
export type ApiAssetInput = z.input<typeof ApiAsset>

const RESOURCE = /^asset:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@([1-9]\d{0,8})$/

/** How strategies name a version of an asset among the resources of a connector. */
export const toAssetResource = (id: string, version: number): string => `asset:${id}@${version}`
export const isAssetResource = (resource: string): boolean => RESOURCE.test(resource)
/** null: no asset's name. */
export function parseAssetResource(resource: string): { readonly id: string; readonly version: number } | null {
  const match = RESOURCE.exec(resource)
  return match ? { id: match[1] ?? '', version: Number(match[2]) } : null
}

/** How strategies name an interface that a pack of the product brings along. */
export const toPackResource = (pack: string, code: string): string => `pack:${pack}/${code}`
export const isPackResource = (resource: string): boolean => resource.startsWith('pack:')

/** Under this option a strategy gives values to the asset's parameters. */
export const ASSET_VALUES = 'asset_values'

const SentRequest = z.object({
  method: z.string(),
  url: z.string(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  body: z.string().nullable(),
})
const SeenAnswer = z.object({
  status: z.int(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  /** At most 256 KiB of it. */
  body: z.string(),
  bytes: z.int(),
  elapsedMs: z.int(),
})

/** What the answer of a write says about one record of its request. */
export const SeenRow = z.object({
  outcome: z.enum(['written', 'skipped', 'failed', 'unknown']),
  targetKey: z.string().nullable(),
  field: z.string().nullable(),
  /** The external system's words. */
  message: z.string().nullable(),
})
export type SeenRow = z.output<typeof SeenRow>

const Problem = z.object({
  code: z.string(),
  message: z.string(),
  advice: z.string().optional(),
  /** Line and column in the script of the adapter: `3:14`. */
  place: z.string().optional(),
})

export const assetProposalCodes = ['rowLists', 'success', 'nothing', 'loneRecord', 'keyedRecords', 'listPath'] as const
/** A setting that an answer suggests; `patch` lies over the asset, and its objects over those of the asset. */
export const AssetProposal = z.object({
  code: z.enum(assetProposalCodes),
  /** Where in the answer it was seen; the form of "no rows". */
  seen: z.string(),
  patch: z.object({
    write: z.object({ results: RowResults }).optional(),
    success: AnswerTestOf.optional(),
    nothing: z.array(z.enum(nothingForms)).optional(),
    loneRecord: z.boolean().optional(),
    keyedRecords: z.boolean().optional(),
    listPath: z.string().optional(),
  }),
})
export type AssetProposal = z.output<typeof AssetProposal>

/** Of a page's entries those that no run would take. */
const Lacking = z.object({
  /** No objects. */
  records: z.int(),
  /** Objects without a field that identifies them. */
  ids: z.int(),
})

/** How an answer would be read; nothing is sent. */
export const AnswerReading = z.object({
  /** Records of the page; null where the answer was no page. */
  count: z.int().nullable(),
  lacking: Lacking,
  hasNext: z.boolean().nullable(),
  /** One for each record of the request, in its order. */
  rows: z.array(SeenRow),
  problem: Problem.nullable(),
  proposals: z.array(AssetProposal),
})
export type AnswerReading = z.output<typeof AnswerReading>

/** What a trial call did, with secrets hidden. */
export const AssetTrial = z.object({
  request: SentRequest.nullable(),
  answer: SeenAnswer.nullable(),
  /** Everything that was sent, signing in included, in order. */
  exchanges: z.array(z.object({ request: SentRequest, answer: SeenAnswer.nullable() })),
  /** What the requests went through, and which level named it. */
  adapter: z
    .object({ id: z.string(), name: z.string(), version: z.int(), level: z.enum(['strategy', 'api', 'platform']) })
    .nullable(),
  /** Records of the page; null where the answer was no page. */
  count: z.int().nullable(),
  lacking: Lacking,
  /** Fields of these records. */
  response: z.array(AssetField),
  /** There is another page. */
  hasNext: z.boolean().nullable(),
  problem: Problem.nullable(),
  proposals: z.array(AssetProposal),
  /** What the adapter's script wrote. */
  logs: z.array(z.object({ hook: z.enum(scriptHooks), level: z.enum(['info', 'warn', 'error']), text: z.string() })),
})
export type AssetTrial = z.output<typeof AssetTrial>
