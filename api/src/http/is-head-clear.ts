import type { IncomingMessage } from 'node:http'

/**
 * Headers that say one thing. Node takes the first of most of these and drops the rest; who stands between a browser and us
 * may take the last. Headers of proxies are lists, and their reader takes what the nearest trusted one said.
 */
const SINGLE: ReadonlySet<string> = new Set([
  'host',
  'authorization',
  'proxy-authorization',
  'content-type',
  'content-length',
  'content-encoding',
  'content-range',
  'expect',
  'origin',
  'referer',
  'user-agent',
  'sec-fetch-mode',
  'sec-fetch-site',
  'x-time-zone',
])
/** RFC 3986, 3.2.2 and 3.2.3: a name or an address, and a port; nothing, where there is no authority. */
const AUTHORITY = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(?::\d{0,5})?$/i
const ABSOLUTE = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i

/** Whether all who read this head read the same: RFC 9112, 3.2 asks for 400 otherwise. */
export function isHeadClear({ rawHeaders, headers, url }: IncomingMessage): boolean {
  const seen = new Set<string>()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase() // at: below its length
    if (!SINGLE.has(name)) continue
    if (seen.has(name)) return false
    seen.add(name)
  }
  const host = headers.host ?? ''
  const named = ABSOLUTE.exec(url ?? '')?.[1]
  return AUTHORITY.test(host) && (named === undefined || named.toLowerCase() === host.toLowerCase())
}
