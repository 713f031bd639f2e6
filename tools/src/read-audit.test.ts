import { expect, test } from 'vitest'
import { listKnownHoles } from './read-audit.ts'

const reportOf = (...severities: string[]) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: Object.fromEntries(severities.map((severity, n) => [`p${n}`, { name: `p${n}`, severity }])),
  })

test('high and critical holes are named, lesser ones wait for the next release', () => {
  expect(listKnownHoles(reportOf('low', 'high', 'moderate', 'critical'))).toEqual(['p1: high', 'p3: critical'])
  expect(listKnownHoles(reportOf())).toEqual([])
})

test.each(['', 'Not Allowed', '{"error":{"code":"ENOAUDIT"}}', 'null', '[]', '{"vulnerabilities":null}'])(
  'what is no report is no clean bill: %s',
  text => expect(listKnownHoles(text)).toBe(null),
)
