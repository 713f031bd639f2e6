import type { HttpPagination, HttpReadPlan, WindowFormat } from '@sluice/connector-kit/http'
import { Failure, type NothingForm, nothingForms, type ParamValues } from '@sluice/contract'
import { readTest } from './connection.ts'
import { compact, readNumber, readPairs, readRecord, readText } from './read-values.ts'

/** The source's form as a plan for reading `path`. */
export function readSourcePlan(path: string, options: ParamValues): HttpReadPlan {
  const pagination = readPagination(options)
  return compact<HttpReadPlan>({
    method: readText(options, 'method') === 'POST' ? 'POST' : 'GET',
    path,
    query: readPairs(options, 'query'),
    headers: readRecord(options, 'request_headers'),
    body: readText(options, 'body'),
    pagination,
    listPath: readText(options, 'list_path') ?? '',
    nothing: readForms(options),
    loneRecord: options['lone_record'] === true,
    keyedRecords: options['keyed_records'] === true,
    doubtsEmpty: true,
    test: readTest(options),
    maxPageSize: pagination.kind === 'none' ? undefined : readNumber(options, 'max_page_size', 100),
    window: readWindow(options),
  })
}

const pagingKinds = ['none', 'page', 'offset', 'cursor', 'id_gt', 'link'] as const

function readPagination(options: ParamValues): HttpPagination {
  const kind = pagingKinds.find(each => each === options['pagination']) ?? 'none'
  if (kind === 'cursor' && !readText(options, 'next_path') && !readText(options, 'next_header'))
    throw new Failure({
      code: 'params.invalid',
      message: 'Paging by cursor needs the path or the header of the next one.',
      field: 'next_path',
    })
  const nextPath = kind === 'link' ? readText(options, 'link_path') : readText(options, 'next_path')
  return compact<HttpPagination>({
    kind,
    believesEnd: options['pagination'] === 'single' || options['believe_end'] === true ? true : undefined,
    param: readText(options, 'page_param'),
    sizeParam: readText(options, 'size_param'),
    place: readText(options, 'paging_place') === 'body' ? 'body' : 'query',
    startPage: readNumber(options, 'start_page', 1),
    totalPath: readText(options, 'total_path'),
    totalHeader: readText(options, 'total_header'),
    hasMorePath: readText(options, 'has_more_path'),
    idPath: readText(options, 'id_path'),
    firstCursor: kind === 'id_gt' ? readText(options, 'first_id') : undefined,
    nextPath,
    nextHeader: readText(options, 'next_header'),
  })
}

function readForms({ nothing }: ParamValues): readonly NothingForm[] {
  const list: readonly unknown[] = Array.isArray(nothing) ? nothing : []
  return nothingForms.filter(form => list.includes(form))
}

const windowFormats = ['iso', 'datetime', 'date', 'unix', 'unixMs'] as const

const readWindow = (options: ParamValues): WindowFormat =>
  compact<WindowFormat>({
    format: windowFormats.find(each => each === options['window_format']) ?? 'iso',
    timeZone: readText(options, 'time_zone'),
    isEndExclusive: options['end_exclusive'] === true,
  })
