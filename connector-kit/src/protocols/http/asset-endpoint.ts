import {
  ADAPTER_OPTION,
  type ApiAsset,
  ASSET_VALUES,
  type AssetField,
  Failure,
  type FieldSpec,
  type ParamInput,
  type ParamValues,
  placeOf,
  rowsToldBy,
  toJson,
} from '@sluice/contract'
import { type AssetValues, buildBody, fillDefaults, missing, textOf, translateVariables } from './asset-body.ts'
import type {
  AnswerTest,
  HttpDetail,
  HttpEndpoint,
  HttpPagination,
  HttpReadPlan,
  HttpWritePlan,
  NamedTemplate,
} from './http-plan.ts'
import { INSTANT } from './infer-fields.ts'

/** Where a strategy gives values to an asset's parameters; other resources have no use for it. */
export const assetValuesParam: ParamInput = {
  field: ASSET_VALUES,
  label: { zh: '接口参数', en: 'Parameters of the API asset' },
  type: 'keyvalue',
  describe: {
    zh: '覆盖 API 资产中请求参数的默认值；子字段写作 上级.字段。',
    en: 'Instead of the defaults in the API asset; a nested one is written parent.field.',
  },
  group: 'request',
}

/** Where a strategy names an adapter of its own. */
export const adapterParam: ParamInput = {
  field: ADAPTER_OPTION,
  label: { zh: '适配器', en: 'Adapter' },
  type: 'text',
  describe: {
    zh: '覆盖接口与平台所用的适配器；留空则沿用它们的。',
    en: 'Instead of the one that the API asset or the platform names; empty: theirs.',
  },
  group: 'request',
}

function readAssetValues(options: ParamValues): AssetValues {
  const list = options[ASSET_VALUES]
  if (!Array.isArray(list)) return {}
  return Object.fromEntries(list.flatMap(each => (typeof each === 'object' ? [[each.name.trim(), each.value]] : [])))
}

/** An API asset as an endpoint that can be read or written. @throws Failure where a parameter has no fitting value */
export function toEndpoint(id: string, asset: ApiAsset, options: ParamValues): HttpEndpoint {
  const values = readAssetValues(options)
  checkNames(asset, values)
  const plan = asset.type === 'QUERY' ? { read: toReadPlan(asset, values) } : { write: toWritePlan(asset, values) }
  return { ...describeAsset(id, asset), ...plan }
}

/** What discovery says of it; needs no values. */
export function describeAsset(id: string, asset: ApiAsset): Omit<HttpEndpoint, 'read' | 'write'> {
  const fields = asset.type === 'QUERY' ? asset.response : asset.request.filter(each => placeOf(asset, each) === 'body')
  return {
    id,
    label: asset.name,
    key: asset.id,
    idCheck: asset.idCheck,
    ...(asset.number === '' ? {} : { number: asset.number }),
    ...(asset.increment.length === 0 ? {} : { increment: asset.increment }),
    ...(fields.length === 0 ? {} : { fields: fields.map(toFieldSpec) }),
  }
}

const specTypes = {
  string: 'string',
  int: 'int',
  // Money and quantities keep their digits.
  float: 'decimal',
  bool: 'bool',
  datetime: 'datetime',
  instant: 'datetime',
  date: 'date',
  timestamp: 'int',
  sql: 'string',
  json: 'json',
  array: 'array',
  object: 'object',
} as const satisfies Record<AssetField['type'], FieldSpec['type']>

const toFieldSpec = ({ field, label, type, is_required, fields }: AssetField): FieldSpec => ({
  name: field,
  type: specTypes[type],
  ...(type === 'instant' ? { nativeType: INSTANT } : {}),
  ...(label ? { label } : {}),
  ...(is_required ? { isRequired: true } : {}),
  ...(fields ? { fields: fields.map(toFieldSpec) } : {}),
})

function toReadPlan(asset: ApiAsset, values: AssetValues): HttpReadPlan {
  const all = withoutPaging(asset, [...asset.request, ...asset.otherRequest])
  const body = buildBody(
    all.filter(field => placeOf(asset, field) === 'body'),
    values,
  )
  const pagination = toPagination(asset.pagination, asset.id)
  return {
    method: asset.method,
    path: fillAddress(asset, all, values),
    query: readNamed(asset, all, values, 'query'),
    headers: Object.fromEntries(readNamed(asset, all, values, 'header').map(({ name, value }) => [name, value])),
    ...(Object.keys(body).length === 0 ? {} : { body: toJson(body) }),
    pagination,
    listPath: asset.listPath,
    ...(asset.nothing.length === 0 ? {} : { nothing: asset.nothing }),
    ...(asset.loneRecord ? { loneRecord: true } : {}),
    ...(asset.keyedRecords ? { keyedRecords: true } : {}),
    doubtsEmpty: true,
    ...(asset.listOfValues ? { columns: asset.response.map(each => each.field) } : {}),
    ...(asset.detail.api === '' ? {} : { detail: toDetail(asset.detail) }),
    test: toTest(asset.success),
    ...(pagination.kind === 'none' ? {} : { maxPageSize: asset.pagination.pageSize }),
    window: {
      format: asset.window.format,
      timeZone: asset.window.timeZone,
      isEndExclusive: asset.window.endExclusive,
      ...(asset.window.maxSeconds === 0
        ? {}
        : { maxSeconds: asset.window.maxSeconds, firstDays: asset.window.firstDays }),
    },
    minIntervalMs: asset.rate.intervalMs,
  }
}

const toDetail = ({ api, body, recordPath }: ApiAsset['detail']): HttpDetail => ({
  path: toTemplate(api),
  ...given('body', toTemplate(body)),
  ...given('recordPath', recordPath),
})

/** The paging fills its own parameters; a declaration of them is for the reader. */
function withoutPaging({ pagination }: ApiAsset, fields: readonly AssetField[]): readonly AssetField[] {
  if (pagination.mode === 'none') return fields
  const own = [pagination.pageField, pagination.sizeField].filter(name => name !== '')
  return fields.filter(({ field }) => !own.includes(field))
}

/** Paging as people write it down. @param key what identifies a record */
export function toPagination(pagination: ApiAsset['pagination'], key: readonly string[]): HttpPagination {
  const { mode: kind, place, startPage } = pagination
  return {
    kind,
    place,
    startPage,
    ...given('param', pagination.pageField),
    ...given('firstCursor', pagination.firstCursor),
    ...given('sizeParam', pagination.sizeField),
    ...given('totalPath', pagination.totalPath),
    ...given('totalHeader', pagination.totalHeader),
    ...(pagination.totalOnce ? { totalOnce: true } : {}),
    ...given('hasMorePath', pagination.hasMorePath),
    ...(kind === 'id_gt' ? given('idPath', pagination.idPath || (key.length === 1 ? (key[0] ?? '') : '')) : {}),
    ...given('nextPath', pagination.nextPath),
    ...given('nextHeader', pagination.nextHeader),
    ...(pagination.believesEnd ? { believesEnd: true } : {}),
  }
}

function toWritePlan(asset: ApiAsset, values: AssetValues): HttpWritePlan {
  const { write, otherRequest } = asset
  const fixed = buildBody(
    otherRequest.filter(field => (field.place ?? 'body') === 'body'),
    values,
  )
  const recordFields = asset.request.filter(field => placeOf(asset, field) === 'body')
  const hasKey = write.bodyKey !== ''
  const named = (place: 'query' | 'header') =>
    readNamed(
      asset,
      otherRequest.filter(field => field.place === place),
      values,
      place,
    )
  return {
    method: asset.method,
    // `{name}` is filled from the record as it is sent.
    path: toTemplate(asset.api),
    query: named('query'),
    headers: Object.fromEntries(named('header').map(({ name, value }) => [name, value])),
    rows: write.rows,
    isList: write.isList || write.rows > 1,
    ...given('bodyKey', write.bodyKey),
    ...(hasKey ? { extraBody: toJson(fixed) } : {}),
    complete: record => fillDefaults(hasKey ? record : { ...fixed, ...record }, recordFields),
    ...given('idempotencyHeader', write.idempotencyHeader),
    ...given('idempotencyField', write.idempotencyField),
    ...(write.idempotencyLength === 0 ? {} : { idempotencyLength: write.idempotencyLength }),
    ...(write.guarantee === 'none' ? {} : { guarantee: write.guarantee }),
    test: toTest(asset.success),
    ...given('targetKeyPath', write.targetKeyPath),
    ...given('codePath', write.codePath),
    ...given('fieldPath', write.fieldPath),
    ...(write.results.path === '' ? {} : { results: toResults(write.results) }),
    ...(write.lookUp.path === ''
      ? {}
      : {
          lookUp: {
            path: write.lookUp.path,
            ...given('recordPath', write.lookUp.recordPath),
            ...given('keyPath', write.lookUp.keyPath),
          },
        }),
    patterns: write.patterns,
    minIntervalMs: asset.rate.intervalMs,
  }
}

const toResults = (results: ApiAsset['write']['results']): NonNullable<HttpWritePlan['results']> => ({
  path: results.path,
  ...given('errorPath', results.errorPath),
  by: rowsToldBy(results),
  ...given('indexPath', results.indexPath),
  indexBase: results.indexBase,
  ...given('resultKey', results.resultKey),
  ...given('recordKey', results.recordKey),
  test: toTest(results.success),
  ...given('targetKeyPath', results.targetKeyPath),
  ...given('codePath', results.codePath),
  ...given('fieldPath', results.fieldPath),
})

const toTest = ({ path, values, busyValues, messagePath }: ApiAsset['success']): AnswerTest => ({
  ...given('successPath', path),
  ...(values.length === 0 ? {} : { successValues: values }),
  ...(busyValues.length === 0 ? {} : { busyValues }),
  ...given('messagePath', messagePath),
})

/** An empty text counts as not given. */
const given = <K extends string>(name: K, text: string): { readonly [P in K]?: string } =>
  (text.trim() === '' ? {} : { [name]: text.trim() }) as { readonly [P in K]?: string } // its one key is K

function readNamed(
  asset: ApiAsset,
  fields: readonly AssetField[],
  values: AssetValues,
  place: 'query' | 'header',
): NamedTemplate[] {
  return fields.flatMap(field => {
    if (placeOf(asset, field) !== place) return []
    const value = textOf(field, field.field, values)
    if (value !== '') return [{ name: field.field, value }]
    if (field.is_required) throw missing(field.field)
    return []
  })
}

/** `{name}` is filled from a record. */
const toTemplate = (text: string): string => text.replace(/(?<!\{)\{([\w.-]+)\}(?!\})/g, '{{$1}}')

/** The path with its parameters; variables of reading stay for each page. */
function fillAddress(asset: ApiAsset, fields: readonly AssetField[], values: AssetValues): string {
  return translateVariables(asset.api).replace(/(?<!\{)\{([\w.-]+)\}(?!\})/g, (_, name: string) => {
    const field = fields.find(each => each.field === name && placeOf(asset, each) === 'path')
    const value = field ? textOf(field, name, values) : (values[name] ?? '')
    if (value === '') throw missing(name)
    return value.includes('{{') ? value : encodeURIComponent(value)
  })
}

/** A value for a parameter that is not there would be lost in silence. */
function checkNames(asset: ApiAsset, values: AssetValues): void {
  const known = [...asset.request, ...asset.otherRequest].map(each => each.field)
  const strange = Object.keys(values).find(path => !known.includes(path) && !known.includes(path.split('.')[0] ?? ''))
  if (strange === undefined || asset.api.includes(`{${strange}}`)) return
  throw new Failure({
    code: 'params.invalid',
    message: `${asset.name} has no parameter ${strange}.`,
    field: ASSET_VALUES,
    value: strange,
    advice: 'Remove the value, or choose the newest version of the API asset.',
  })
}
