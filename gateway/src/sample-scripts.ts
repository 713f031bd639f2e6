import type { SampleCall, SampleWay } from './sample-call.ts'

/** For a POSIX shell. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

export function writeCurl({ origin, appKey, method, path, body, certificate }: SampleCall, way: SampleWay): string {
  const curl = certificate === 'none' ? 'curl -sS' : 'curl -sS --cert client.crt --key client.key'
  const head = `# APP_SECRET is taken from the environment\nORIGIN=${quote(origin)} APP_KEY=${quote(appKey)}\nBODY=${quote(body ?? '')}\n`
  const send = body === null ? '' : ` \\\n  -H 'content-type: application/json' --data-binary "$BODY"`
  if (way === 'certificate')
    return `ORIGIN=${quote(origin)} APP_KEY=${quote(appKey)}\nBODY=${quote(body ?? '')}
${curl} -X ${method} "$ORIGIN"${quote(path)} -H "x-app-key: $APP_KEY"${send}
`
  if (way === 'token')
    return `${head}TOKEN=$(${curl} "$ORIGIN/v2/oauth" -H 'content-type: application/json' \\
  -d "{\\"app_key\\":\\"$APP_KEY\\",\\"app_secret\\":\\"$APP_SECRET\\"}" |
  sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
${curl} -X ${method} "$ORIGIN"${quote(path)} -H "authorization: Bearer $TOKEN"${send}
`
  return `${head}TIME=$(date +%s) NONCE=$(openssl rand -hex 12)
HASH=$(printf %s "$BODY" | openssl dgst -sha256 -r | cut -d' ' -f1)
# method, path, query, hash of the body, time, nonce, application: one to a line
SIGNATURE=$(printf '%s\\n%s\\n\\n%s\\n%s\\n%s\\n%s' ${method} ${quote(path)} "$HASH" "$TIME" "$NONCE" "$APP_KEY" |
  openssl dgst -sha256 -hmac "$APP_SECRET" -r | cut -d' ' -f1)
${curl} -X ${method} "$ORIGIN"${quote(path)} -H "x-app-key: $APP_KEY" -H "x-timestamp: $TIME" \\
  -H "x-nonce: $NONCE" -H "x-signature: $SIGNATURE"${send}
`
}

export function writeTypeScript({ origin, appKey, method, path, body }: SampleCall, way: SampleWay): string {
  const facts = `const origin = ${JSON.stringify(origin)}
const path = ${JSON.stringify(path)}
const appKey = ${JSON.stringify(appKey)}
const secret = process.env['APP_SECRET'] ?? ''
const body = ${JSON.stringify(body ?? '')}
`
  const send = body === null ? '' : `, 'content-type': 'application/json'`
  const call = (headers: string): string => `const answer = await fetch(origin + path, {
  method: '${method}',
  headers: { ${headers}${send} },${body === null ? '' : '\n  body,'}
})
console.log(answer.status, await answer.text())
`
  if (way === 'token')
    return `${facts}
const signIn = await fetch(origin + '/v2/oauth', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ app_key: appKey, app_secret: secret }),
})
// It counts for two hours; keep it.
const token = JSON.parse(await signIn.text()).access_token
${call(`authorization: 'Bearer ' + token`)}`
  return `import { createHash, createHmac, randomBytes } from 'node:crypto'

${facts}
const time = String(Math.floor(Date.now() / 1000))
const nonce = randomBytes(12).toString('hex')
const hash = createHash('sha256').update(body).digest('hex')
// method, path, query, hash of the body, time, nonce, application
const text = ['${method}', path, '', hash, time, nonce, appKey].join('\\n')
const signature = createHmac('sha256', secret).update(text).digest('hex')
${call(`'x-app-key': appKey, 'x-timestamp': time, 'x-nonce': nonce, 'x-signature': signature`)}`
}
