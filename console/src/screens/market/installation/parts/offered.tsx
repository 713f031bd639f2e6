import { PlusOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { Tag } from 'antd'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { queryClient } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import type { Installation } from '../types.ts'
import { useText } from '../use-text.ts'

/** Flows of the package that are not here: left out so far, or deleted since. */
export function Offered({ installation }: { readonly installation: Installation }) {
  const text = useText()
  const { id, lock, offered } = installation
  const add = useMutation({
    mutationFn: (strategy: string) => api.installation.adjust({ params: { id }, body: { lock, add: [strategy] } }),
    onSuccess: async () => {
      message.success(text.flowAdded)
      await queryClient.invalidateQueries({ queryKey: ['installation'] })
    },
    onError: error => void message.error(describeError(error).message),
  })
  if (offered.length === 0) return null
  return (
    <ul className="mk-list in-offered">
      {offered.map(({ strategy, title, document, state }) => (
        <li key={strategy} className="in-connection">
          <span>
            {title}
            {document !== title && <span className="sl-muted"> · {document}</span>}
          </span>
          <Tag color={state === 'gone' ? 'warning' : 'default'}>{text.offeredStates[state]}</Tag>
          <CanButton
            size="small"
            icon={<PlusOutlined />}
            authority="market:install"
            aria-label={text.addOf(title)}
            loading={add.isPending && add.variables === strategy}
            onClick={() => add.mutate(strategy)}
          >
            {text.addFlow}
          </CanButton>
        </li>
      ))}
    </ul>
  )
}
