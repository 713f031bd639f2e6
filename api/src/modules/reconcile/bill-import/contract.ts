import { route } from '@sluice/contract'
import { z } from 'zod'
import { Headings, ProfileMapping, ProfileName } from '../bill-profile/contract.ts'

const id = z.object({ id: z.uuid() })
const Day = z.string().regex(/^\d{4}-\d\d-\d\d$/)
const Unsigned = z.string().regex(/^\d{1,16}(\.\d{1,4})?$/)

export const fileStates = ['received', 'parsing', 'checked', 'loaded', 'rejected', 'reverted'] as const

const Problem = z.object({
  code: z.string(),
  line: z.int(),
  column: z.string().nullable(),
  value: z.string().nullable(),
  message: z.string(),
})

/** A figure that the file states, against what was read. */
const Figure = z.object({
  key: z.string(),
  line: z.int().nullable(),
  declared: z.string(),
  counted: z.string(),
  agrees: z.boolean(),
})

const Failed = z.object({ code: z.string(), message: z.string(), advice: z.string().nullable() })

export const ImportFile = z.object({
  id: z.uuid(),
  account_id: z.uuid(),
  account_name: z.string(),
  currency: z.string(),
  name: z.string(),
  size_bytes: z.string(),
  sha256: z.string(),
  state: z.enum(fileStates),
  /** The kind of bill, where it was recognised. */
  format: z.string().nullable(),
  format_name: z.object({ zh: z.string(), en: z.string(), pt: z.string() }).nullable(),
  encoding: z.string().nullable(),
  period_from: z.string().nullable(),
  period_to: z.string().nullable(),
  rows_total: z.int(),
  rows_ok: z.int(),
  rows_duplicate: z.int(),
  rows_error: z.int(),
  /** What comes in and goes out, decimal numerals. */
  in: z.string().nullable(),
  out: z.string().nullable(),
  failure: Failed.nullable(),
  /** What is under way: it is read, or its lines are taken. `done` counts rows. Or how the last of it ended. */
  job: z
    .object({
      step: z.enum(['check', 'load']),
      state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
      done: z.string(),
    })
    .nullable(),
  created_by: z.string(),
  created_at: z.string(),
  loaded_at: z.string().nullable(),
})
export type ImportFile = z.output<typeof ImportFile>

export const ImportDetail = z.object({
  file: ImportFile,
  /** What becomes of each column: the use it is put to; null: it is kept beside the line. */
  columns: z.array(z.object({ label: z.string(), use: z.string().nullable() })),
  figures: z.array(Figure),
  opening: z.string().nullable(),
  closing: z.string().nullable(),
  /** The balance that the account's lines before the file end with, where both state one; it should be the opening. */
  before: z.string().nullable(),
  /** Days between the account's lines before the file and its first one that no line is of; 0: none. */
  gap_days: z.int(),
  /** Lines whose own month was closed: they count in this one. null: there are none. */
  late: z.object({ lines: z.int(), month: z.string() }).nullable(),
  /** Lines that stand in the file more than once. */
  repeated: z.int(),
  /** Lines that the account has already, by another file or a strategy. */
  known: z.int(),
  problems: z.array(Problem),
  problem_count: z.int(),
  /** What proves it: its totals, its balances, or figures that a person has yet to enter. */
  proof: z.enum(['totals', 'balance', 'control']).nullable(),
  is_proved: z.boolean(),
  lines: z.array(
    z.object({
      line_no: z.int(),
      time: z.string(),
      kind: z.string(),
      order_no: z.string().nullable(),
      txn_no: z.string().nullable(),
      amount: z.string(),
      balance: z.string().nullable(),
      remark: z.string().nullable(),
    }),
  ),
})
export type ImportDetail = z.output<typeof ImportDetail>

/** The head of a file, cut into columns, for people who say what they mean. */
export const ImportHead = z.object({
  rows: z.array(z.object({ line: z.int(), cells: z.array(z.string()) })),
  /** The line that is likely the header; null: none looks like one. */
  header: z.int().nullable(),
  /** How the file is read so far, where a taught kind reads it. */
  profile: z
    .object({ id: z.uuid(), name: z.string(), headings: z.array(z.string()), mapping: ProfileMapping })
    .nullable(),
})
export type ImportHead = z.output<typeof ImportHead>

/** What a file would be read as. */
export const ImportTrial = ImportDetail.pick({
  figures: true,
  opening: true,
  closing: true,
  problems: true,
  problem_count: true,
  proof: true,
  is_proved: true,
  lines: true,
}).extend({ rows: z.int(), in: z.string().nullable(), out: z.string().nullable(), failure: Failed.nullable() })
export type ImportTrial = z.output<typeof ImportTrial>

export const billImport = {
  upload: route({
    method: 'POST',
    path: '/api/dh/lessee/reconciliation/account/{id}/file',
    summary:
      'Upload a bill of an account (at most 100 MiB). It is then read and checked by a job; no line of it counts until it is loaded',
    permission: 'reconciliation:import',
    audit: 'import',
    params: id,
    /** Days it may hold: a line outside refuses it. */
    query: z.strictObject({ from: Day.optional(), to: Day.optional() }),
    upload: { maxBytes: 100 * 2 ** 20 },
    content: ImportFile,
  }),
  list: route({
    method: 'GET',
    path: '/api/dh/lessee/reconciliation/file',
    summary: 'Uploaded bills, the newest first',
    permission: 'reconciliation:query',
    audit: 'query',
    query: z.strictObject({
      account_id: z.uuid().optional(),
      state: z.enum(fileStates).optional(),
      page: z.coerce.number().int().min(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(500).default(20),
    }),
    content: z.array(ImportFile),
  }),
  get: route({
    method: 'GET',
    path: '/api/dh/lessee/reconciliation/file/{id}',
    summary: 'What a bill was read as: columns, totals, continuity, problems, the first lines',
    permission: 'reconciliation:query',
    audit: 'query',
    params: id,
    content: ImportDetail,
  }),
  load: route({
    method: 'POST',
    path: '/api/dh/lessee/reconciliation/file/{id}/load',
    summary:
      'Have the lines of a checked bill taken by a job, all or none; `control` for a bill that states no figures of itself',
    permission: 'reconciliation:import',
    audit: 'import',
    params: id,
    body: z.strictObject({
      control: z.strictObject({ rows: z.int().min(0), in: Unsigned, out: Unsigned }).optional(),
    }),
    content: ImportFile,
  }),
  cancel: route({
    method: 'POST',
    path: '/api/dh/lessee/reconciliation/file/{id}/cancel',
    summary: 'End the reading or loading of a bill that is under way; no line of it is taken',
    permission: 'reconciliation:import',
    audit: 'update',
    params: id,
    content: ImportFile,
  }),
  revert: route({
    method: 'POST',
    path: '/api/dh/lessee/reconciliation/file/{id}/revert',
    summary: 'Take the lines of a bill back; refused once one of them is matched. The file and its lines as text stay',
    permission: 'reconciliation:import',
    audit: 'update',
    params: id,
    content: ImportFile,
  }),
  download: route({
    method: 'GET',
    path: '/api/dh/lessee/reconciliation/file/{id}/content',
    summary: 'The file as it was uploaded',
    permission: 'reconciliation:export',
    audit: 'export',
    params: id,
    content: 'file',
  }),
  unlock: route({
    method: 'POST',
    path: '/api/dh/lessee/reconciliation/file/{id}/unlock',
    summary: 'Open a locked archive; the password is used once and kept nowhere. The bill inside is then read by a job',
    permission: 'reconciliation:import',
    audit: 'update',
    params: id,
    body: z.strictObject({ password: z.string().min(1).max(200) }),
    content: ImportFile,
  }),
  head: route({
    method: 'GET',
    path: '/api/dh/lessee/reconciliation/file/{id}/head',
    summary: 'The first rows of a file, cut into columns, to say what they mean',
    permission: 'reconciliation:import',
    audit: 'query',
    params: id,
    content: ImportHead,
  }),
  tryMapping: route({
    method: 'POST',
    path: '/api/dh/lessee/reconciliation/file/{id}/try',
    summary: 'Read a file by a mapping of its columns, with all proofs, and keep nothing of it',
    permission: 'reconciliation:import',
    audit: 'query',
    params: id,
    body: z.strictObject({ headings: Headings, mapping: ProfileMapping }),
    content: ImportTrial,
  }),
  saveMapping: route({
    method: 'POST',
    path: '/api/dh/lessee/reconciliation/file/{id}/mapping',
    summary:
      'Keep a mapping as a kind of bill, a new one or the next version of `profile_id`, and have the file read by it. Files with the same headings are recognised from then on',
    permission: 'reconciliation:import',
    audit: 'update',
    params: id,
    body: z.strictObject({
      profile_id: z.uuid().optional(),
      name: ProfileName,
      headings: Headings,
      mapping: ProfileMapping,
    }),
    content: ImportFile,
  }),
}
