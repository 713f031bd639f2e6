import { StarFilled } from '@ant-design/icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button, Form, Input, Radio } from 'antd'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { dropDraft } from '../../../../lib/drafts.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useCan } from '../../../../lib/session.ts'
import { FormDraft } from '../../../../ui/form-draft.tsx'
import { Section } from '../../../../ui/section.tsx'
import type { Detail } from '../types.ts'
import { useText } from '../use-text.ts'

/** What those who have it say; and one's own opinion, once it is installed here. */
export function Reviews({ detail }: { readonly detail: Detail }) {
  const text = useText()
  const can = useCan()
  const { time } = useFormat()
  return (
    <Section title={text.reviews}>
      <div className="sl-stack">
        {detail.said.length === 0 && <p className="sl-muted">{text.noReviews}</p>}
        <ul className="mk-list">
          {detail.said.map(each => (
            <li key={`${each.tenant} ${each.created_at}`}>
              <StarFilled className="mk-stars" aria-hidden /> {text.starsOf(each.stars)} · {each.tenant}{' '}
              <span className="sl-muted">
                {each.version} · {time(each.created_at)}
              </span>
              {each.text !== '' && <div className="sl-lines">{each.text}</div>}
            </li>
          ))}
        </ul>
        {detail.installed > 0 && can('market:install') && <OwnReview detail={detail} />}
      </div>
    </Section>
  )
}

interface Values {
  readonly stars: number
  readonly text: string
}

function OwnReview({ detail }: { readonly detail: Detail }) {
  const text = useText()
  const client = useQueryClient()
  const about = `market-review/${detail.ref}`
  const own = detail.said.find(each => each.is_own)
  const say = useMutation({
    mutationFn: (body: Values) => api.market.say({ params: { ref: detail.ref }, body }),
    onSuccess: async () => {
      dropDraft(about)
      message.success(text.saidDone)
      await client.invalidateQueries({ queryKey: ['market'] })
    },
    onError: error => void message.error(describeError(error).message),
  })
  return (
    <Form<Values>
      layout="vertical"
      initialValues={{ stars: own?.stars, text: own?.text ?? '' }}
      onFinish={values => say.mutate(values)}
    >
      <h3>{text.own}</h3>
      <FormDraft about={about} />
      <Form.Item name="stars" label={text.stars} rules={[{ required: true, message: text.starsMissing }]}>
        <Radio.Group options={[1, 2, 3, 4, 5].map(value => ({ value, label: text.starsOf(value) }))} />
      </Form.Item>
      <Form.Item name="text" label={text.said}>
        <Input.TextArea maxLength={2000} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
      <Button htmlType="submit" loading={say.isPending}>
        {text.say}
      </Button>
    </Form>
  )
}
