import { formatDecimal, formatMoment, parseDecimal, parseMoment } from '@sluice/connector-kit/sql'
import { Bytes, ExactNumber, parseJson, toJson, type Value } from '@sluice/contract'

/** What arrives otherwise although nothing is lost: how it is written down. */
export const plain = (value: Value): Value => {
  if (value === null) return null
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (value instanceof Bytes) return `bytes ${value.toBuffer().toString('hex')}`
  if (typeof value === 'number' || value instanceof ExactNumber) return plainNumber(String(value))
  if (typeof value === 'object') return `json ${toJson(value)}`
  const moment = value.length > 10 ? parseMoment(value) : null
  if (moment) return formatMoment(moment)
  if (/^-?\d{2,3}:\d\d:\d\d\.\d+$/.test(value)) return value.replace(/\.?0+$/, '')
  return parseDecimal(value) ? plainNumber(value) : value
}
function plainNumber(text: string): string {
  const decimal = parseDecimal(text)
  return decimal ? formatDecimal(decimal) : text
}

/** Lists and documents come back as their text where the database has no type for them. */
export function isEqual(sent: Value, found: Value): boolean {
  const [one, other] = [plain(sent), plain(found)]
  if (one === other) return true
  const midnight = typeof one === 'string' && other === `${one} 00:00:00`
  if (midnight || (sent instanceof Bytes && found === sent.toBuffer().toString())) return true
  if (typeof sent !== 'object' || typeof found !== 'string') return false
  return `json ${toJson(parseJson(found))}` === one
}
