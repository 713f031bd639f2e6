import type { AnswerTest, HttpReadPlan, HttpWritePlan } from '@sluice/connector-kit/http'
import { type Data, Failure, isData, type ParamValues, parseJson, toJson } from '@sluice/contract'
import { INTROSPECTION } from './schema.ts'

/** Asks for the schema; a name that no query can have. */
export const SCHEMA = '__schema'

const known: NonNullable<AnswerTest['errors']> = [
  {
    kind: 'credential',
    statuses: [],
    path: 'errors.extensions.code',
    values: ['UNAUTHENTICATED', 'FORBIDDEN', 'UNAUTHORIZED', 'ACCESS_DENIED'],
    messages: [],
  },
  {
    kind: 'busy',
    statuses: [],
    path: 'errors.extensions.code',
    values: ['THROTTLED', 'RATE_LIMITED', 'TOO_MANY_REQUESTS', 'MAX_COST_EXCEEDED'],
    messages: [],
  },
  { kind: 'busy', statuses: [], path: 'errors.type', values: ['RATE_LIMITED'], messages: [] },
]

/** Half an answer is none: whatever stands in `errors`, the page is read again or refused. */
const readTest: AnswerTest = { complaintPaths: ['errors'], errors: known }

const text = (options: ParamValues, field: string): string => {
  const value = options[field]
  return typeof value === 'string' ? value.trim() : ''
}

/** The query of a source as a plan; its text is there, written or made. */
export function planRead(path: string, resource: string, options: ParamValues): HttpReadPlan {
  if (resource === SCHEMA)
    return {
      method: 'POST',
      path,
      body: toJson({ query: INTROSPECTION }),
      pagination: { kind: 'none' },
      listPath: 'data.__schema.types',
      test: readTest,
    }
  const at = `data.${text(options, 'connection_path') || resource}`
  const shape = text(options, 'shape') || 'nodes'
  const isPaged = shape !== 'list'
  const variables = readVariables(text(options, 'variables'))
  const paging = isPaged ? { first: '{{pageSize}}', after: '{{cursor}}' } : {}
  return {
    method: 'POST',
    path,
    body: toJson({ query: text(options, 'query'), variables: { ...paging, ...variables } }),
    pagination: isPaged
      ? { kind: 'cursor', hasMorePath: `${at}.pageInfo.hasNextPage`, nextPath: `${at}.pageInfo.endCursor` }
      : { kind: 'none' },
    listPath: shape === 'list' ? at : shape === 'edges' ? `${at}.edges.*.node` : `${at}.nodes`,
    test: readTest,
    maxPageSize: typeof options['page_size'] === 'number' ? options['page_size'] : 100,
  }
}

function readVariables(written: string): Data {
  if (written === '') return {}
  try {
    const variables = parseJson(written)
    if (isData(variables)) return variables
  } catch {
    // Told below, as for JSON that is no object.
  }
  throw new Failure({
    code: 'params.invalid',
    message: 'The variables are no JSON object.',
    field: 'variables',
    advice: 'Write an object; placeholders stand inside quotes: {"since": "{{from}}"}.',
  })
}

/** The mutation of a target as a plan. Its result tells of success: errors of parts of the answer come after the effect. */
export function planWrite(path: string, resource: string, options: ParamValues): HttpWritePlan {
  const at = `data.${resource}`
  const inside = (field: string): string => (text(options, field) === '' ? '' : `${at}.${text(options, field)}`)
  const [errorsPath, keyPath] = [inside('errors_path'), inside('key_path')]
  const [field, header] = [text(options, 'idempotency_field'), text(options, 'idempotency_header')]
  return {
    method: 'POST',
    path,
    rows: 1,
    bodyKey: `variables.${text(options, 'input_variable') || 'input'}`,
    extraBody: toJson({ query: text(options, 'mutation') }),
    test: {
      successPath: at,
      messagePath: 'errors.message',
      ...(errorsPath === '' ? {} : { complaintPaths: [errorsPath] }),
      errors: known,
    },
    ...(errorsPath === '' ? {} : { fieldPath: `${errorsPath}.field`, codePath: `${errorsPath}.code` }),
    ...(keyPath === '' ? {} : { targetKeyPath: keyPath }),
    ...(field === '' ? {} : { idempotencyField: field }),
    ...(header === '' ? {} : { idempotencyHeader: header }),
  }
}
