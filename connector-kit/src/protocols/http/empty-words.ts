import { isData, toText, type Value } from '@sluice/contract'

const CODES = new Set(['code', 'errcode', 'errorcode', 'errno', 'retcode', 'resultcode', 'ret', 'status', 'statuscode'])
const WORDS = new Set(['msg', 'message', 'errmsg', 'errormsg', 'errormessage', 'retmsg', 'desc', 'error'])
/** Codes and words of success, and of "there are none". */
const FINE_CODE = /^(?:|0+|1|2\d\d|ok|success|succeed|true|a0*|200\d*)$/i
const FINE_WORDS =
  /^$|ok\b|succe|成功|正常|no (?:data|rows?|records?|results?|content)|not found|empty|none|没有|無|无|暂|空/i

/**
 * What an answer without rows says beside them, where it is neither success nor "no rows": a token that ran out reads like an
 * empty list where nobody has set what success is. null: nothing.
 */
export function tellEmptyWords(body: Value): string | null {
  if (!isData(body)) return null
  const find = (names: ReadonlySet<string>) =>
    Object.entries(body).find(([name]) => names.has(name.toLowerCase().replace(/[^a-z]/g, '')))
  const [code, words] = [find(CODES), find(WORDS)]
  if (!code || !words || typeof words[1] !== 'string') return null
  const said = words[1].trim()
  if (FINE_CODE.test(toText(code[1]).trim()) || FINE_WORDS.test(said)) return null
  return `"${said.slice(0, 200)}" (${code[0]}: ${toText(code[1]).slice(0, 40)})`
}
