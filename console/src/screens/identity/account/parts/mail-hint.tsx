import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link } from 'react-router'
import { message, notification } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { settingsBase } from '../pages.ts'
import { useText } from '../use-text.ts'

/** Whether what is chosen under e-mail is sent, where to, and a way to see it arrive. */
export function MailHint() {
  const text = useText().notification
  const { data } = useQuery(api.notice.mail.query())
  if (!data) return null
  const { is_on: isOn, address } = data.content
  if (!isOn) return <p className="sl-muted">{text.emailLater}</p>
  if (address === null)
    return (
      <p className="sl-muted">
        {text.emailMissing} <Link to={settingsBase.href()}>{text.emailEnter}</Link>
      </p>
    )
  return (
    <p className="sl-muted">
      {text.emailTo(address)} <TestButton />
    </p>
  )
}

function TestButton() {
  const text = useText().notification
  const send = useMutation({
    mutationFn: () => api.notice.testMail(),
    onSuccess: ({ content }) => message.success(text.testSent(content.address)),
    onError: error => notification.error({ title: text.testFailed, description: describeError(error).message }),
  })
  return (
    <Button size="small" loading={send.isPending} onClick={() => send.mutate()}>
      {text.testMail}
    </Button>
  )
}
