import { useMutation, useQuery } from '@tanstack/react-query'
import { Switch } from 'antd'
import { Link } from 'react-router'
import { notification } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { queryClient } from '../../../../lib/query.ts'
import { useCan } from '../../../../lib/session.ts'
import { CopyText } from '../../../../ui/copy-text.tsx'
import { Section } from '../../../../ui/section.tsx'
import { strategyDetail } from '../../../strategy/strategy/pages.ts'
import { useText } from '../use-text.ts'

/** The simulated shop and ERP of a tenant that uses them: on, off, and where they answer. */
export function SandboxSection() {
  const text = useText().sandbox
  const can = useCan()
  const { data } = useQuery(api.workplace.demoStatus.query())
  const turn = useMutation({
    mutationFn: (running: boolean) => api.workplace.switchSandbox({ body: { running } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: api.workplace.demoStatus.key() }),
    onError: error => notification.error({ title: text.failed, description: describeError(error).message }),
  })
  const status = data?.content
  if (!status?.available || status.strategy_id === null) return null
  return (
    <Section
      title={text.title}
      text={text.text}
      extra={
        <Switch
          aria-label={text.title}
          checkedChildren={text.on}
          unCheckedChildren={text.off}
          checked={status.sandbox_running}
          loading={turn.isPending}
          disabled={!can('strategy:update')}
          onChange={running => turn.mutate(running)}
        />
      }
    >
      <div className="wp-sandbox">
        {status.shop_url !== null && (
          <span>
            {text.shop} <CopyText isShown value={status.shop_url} />
          </span>
        )}
        {status.erp_url !== null && (
          <span>
            {text.erp} <CopyText isShown value={status.erp_url} />
          </span>
        )}
        <Link to={strategyDetail.href({ params: { id: status.strategy_id } })}>{text.strategy}</Link>
      </div>
    </Section>
  )
}
