import { type Data, isData, toText, type Value } from '@sluice/contract'

const CODES = new Set(['code', 'errcode', 'errorcode', 'errno', 'retcode', 'resultcode', 'ret', 'status', 'statuscode'])
const WORDS = new Set(['msg', 'message', 'errmsg', 'errormsg', 'errormessage', 'retmsg', 'desc', 'error'])
const FLAGS = new Set(['success', 'issuccess', 'succeeded', 'ok'])
/** Nobody fills these where all is well. */
const ERRORS = new Set(['error', 'errors', 'fault', 'exception'])
/** Codes and words of success, and of "there are none". */
const FINE_CODE = /^(?:|0+|1|2\d\d|ok|success|succeed|true|a0*|200\d*)$/i
const FINE_WORDS =
  /^$|ok\b|succe|成功|正常|no (?:more|data|rows?|records?|results?|content)|not found|out of range|last page|empty|none|没有|無|无|暂|空|超出|末页|最后一页/i

/**
 * What an answer without rows says beside them, where it is neither success nor "no rows": a token that ran out reads like an
 * empty list where nobody has set what success is. null: nothing.
 */
export function tellEmptyWords(body: Value): string | null {
  if (!isData(body)) return null
  const error = find(body, ERRORS)
  const [first] = Array.isArray(error?.[1]) ? error[1] : [error?.[1]]
  const around = isData(first) ? first : body
  const said = sayText(first) || sayText(find(around, WORDS)?.[1])
  if (said !== '' && FINE_WORDS.test(said)) return null
  const code = find(around, CODES) ?? find(body, CODES)
  const badCode = code && !FINE_CODE.test(toText(code[1]).trim()) ? code : null
  const flag = find(body, FLAGS)
  const isFlagged = flag?.[1] === false
  const isError = said !== '' && (around !== body || sayText(first) !== '')
  if (!isFlagged && !isError && !(badCode && said !== '')) return null
  const sign = badCode ?? (isFlagged ? flag : null)
  const shown = sign ? `${sign[0]}: ${toText(sign[1]).slice(0, 40)}` : (error?.[0] ?? '')
  return said === '' ? shown : `"${said.slice(0, 200)}" (${shown})`
}

const find = (object: Data, names: ReadonlySet<string>) =>
  Object.entries(object).find(([name]) => names.has(name.toLowerCase().replace(/[^a-z]/g, '')))

const sayText = (value: Value | undefined): string => (typeof value === 'string' ? value.trim() : '')
