/** What must not leave for a model, and what stands in its place. Longer numbers first: an identity number holds a phone. */
const rules: readonly (readonly [RegExp, string | ((found: string) => string)])[] = [
  // `api_key: …`, `"password": "…"`, `密码：…`
  [
    /((?:pass(?:word|wd)?|pwd|secret|token|api[_-]?key|access[_-]?key|密码|密钥|口令|senha)["']?\s*[:=：]\s*)(?:"[^"\n]*"|'[^'\n]*'|[^\s"',;，；]+)/gi,
    '$1******',
  ],
  [/\bBearer\s+[\w.~+/=-]{8,}/gi, 'Bearer ******'],
  [/\b(?:sk|pk|ghp|glpat|xox[abp])[-_][\w-]{12,}/g, '******'],
  // Resident identity number: region, date of birth, order, check digit
  [
    /(?<![\dA-Za-z])[1-9]\d{5}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx](?![\dA-Za-z])/g,
    keepEnds(3, 2),
  ],
  // CPF
  [/(?<!\d)\d{3}\.\d{3}\.\d{3}-\d{2}(?!\d)/g, '***.***.***-**'],
  // A phone number with its country
  [/\+\d{1,3}[ -]?(?:\(\d{1,4}\)[ -]?)?\d(?:[ -]?\d){6,12}(?!\d)/g, keepEnds(3, 4)],
  // A mobile phone of China, in one or in groups of 3-4-4
  [/(?<!\d)1[3-9]\d(?:\d{8}|[ -]\d{4}[ -]\d{4})(?!\d)/g, keepEnds(3, 4)],
]

/** Phone and identity numbers, passwords and keys made unreadable. A precaution: it knows forms, not meanings. */
export const maskPrivate = (text: string): string =>
  rules.reduce(
    (masked, [pattern, replace]) =>
      typeof replace === 'string' ? masked.replace(pattern, replace) : masked.replace(pattern, replace),
    text,
  )

function keepEnds(head: number, tail: number): (found: string) => string {
  return found => `${found.slice(0, head)}${'*'.repeat(found.length - head - tail)}${found.slice(-tail)}`
}
