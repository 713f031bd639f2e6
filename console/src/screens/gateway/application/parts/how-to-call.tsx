import { useQuery } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'
import { CopyText } from '../../../../ui/copy-text.tsx'
import type { Application } from '../types.ts'
import { useText } from '../use-text.ts'

/** For a shell with openssl. */
const writeSignedMessage = (url: string, appKey: string): string =>
  `URL='${url}' APP_SECRET='…' BODY='{"pageSize":50}'
DIGEST="sha-256=:$(printf %s "$BODY" | openssl dgst -sha256 -binary | base64):"
PARAMS="(\\"@method\\" \\"@target-uri\\" \\"content-digest\\");created=$(date +%s);nonce=\\"$(openssl rand -hex 12)\\";keyid=\\"${appKey}\\""
BASE="\\"@method\\": POST
\\"@target-uri\\": $URL
\\"content-digest\\": $DIGEST
\\"@signature-params\\": $PARAMS"
SIGNATURE=$(printf %s "$BASE" | openssl dgst -sha256 -hmac "$APP_SECRET" -binary | base64)
curl "$URL" -H 'content-type: application/json' -H "content-digest: $DIGEST" \\
  -H "signature-input: s=$PARAMS" -H "signature: s=:$SIGNATURE:" -d "$BODY"`

/** Calls to copy, with this application's key and its first strategy. */
export function HowToCall({ application }: { readonly application: Application }) {
  const text = useText().docs
  const { data } = useQuery(api.application.gateway.query({}))
  const host = data?.content.origin ?? window.location.origin
  const base = `${host}/v2/open-api/business/${application.scopes[0]?.strategy_id ?? '{strategyId}'}`
  const json = `-H 'content-type: application/json'`
  const bearer = `-H "authorization: Bearer $TOKEN"`
  const examples = [
    {
      title: text.signIn,
      call: `curl ${host}/v2/oauth ${json} \\\n  -d '{"app_key":"${application.app_key}","app_secret":"…"}'`,
    },
    { title: text.query, call: `curl ${base}/query ${bearer} ${json} \\\n  -d '{"pageSize":50}'` },
    { title: text.find, call: `curl ${base}/find-one/{id} ${bearer}` },
    {
      title: text.store,
      call: `curl ${base}/store ${bearer} ${json} -H 'idempotency-key: order-1' \\\n  -d '{"content":[{"id":"1"}]}'`,
    },
    { title: text.limits, call: `curl ${host}/v2/limits ${bearer}` },
    {
      title: text.certificate,
      call: `curl --cert client.crt --key client.key ${host}/v2/limits \\\n  -H 'x-app-key: ${application.app_key}'`,
    },
    { title: text.openApi, call: `curl ${host}/v2/openapi.json ${bearer}` },
    { title: text.receipt, call: `curl ${base}/receipt/{receipt} ${bearer}` },
    { title: text.message, call: writeSignedMessage(`${base}/query`, application.app_key) },
  ]
  return (
    <div className="sl-stack">
      <p>{text.intro}</p>
      {examples.map(({ title, call }) => (
        <div key={title}>
          <h3>
            {title} <CopyText value={call} label={text.copy(title)} />
          </h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, and the keyboard must reach it */}
          <pre className="gw-code" tabIndex={0}>
            {call}
          </pre>
        </div>
      ))}
      <h3>{text.signature}</h3>
      <p>{text.signatureText}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, and the keyboard must reach it */}
      <pre className="gw-code" tabIndex={0}>
        {'METHOD\n/path\nsorted&query\nhex(sha256(body))\nX-Timestamp\nX-Nonce\nX-App-Key'}
      </pre>
    </div>
  )
}
