import { CheckCircleFilled, PlusOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Section } from '../../../../ui/section.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { strategyCreate } from '../../../strategy/strategy/pages.ts'
import { connectorCreate, connectorDetail } from '../pages.ts'
import type { Connector } from '../types.ts'
import { useText } from '../use-text.ts'
import { ConnectorSummary } from './connector-summary.tsx'
import { GrantPanel } from './grant-panel.tsx'
import { LastTest } from './last-test.tsx'
import { refreshConnectors } from './queries.ts'
import { StepStart } from './step-start.tsx'
import { useTest } from './use-test.ts'

/** The last step: what was saved, proved by a test of it, and where to go on. */
export function CreateDone({ id, moves }: { readonly id: string; readonly moves: number }) {
  const { data, error, refetch } = useQuery(api.connector.get.query({ params: { id } }))
  if (data) return <Done connector={data.content} moves={moves} />
  return (
    <Section>
      {error ? <ErrorBlock error={error} onRetry={() => void refetch()} /> : <Skeleton rows={6} hasTitle />}
    </Section>
  )
}

function Done({ connector, moves }: { readonly connector: Connector; readonly moves: number }) {
  const text = useText().create
  const navigate = useNavigate()
  const test = useSavedTest(connector)
  return (
    <Section>
      <div className="cn-done">
        <StepStart moves={moves} />
        <CheckCircleFilled className="cn-done-icon" />
        <h2 tabIndex={-1} data-start>
          {text.doneTitle(connector.name)}
        </h2>
        <p>{connector.needs_grant ? text.doneGrant : text.doneText}</p>
        <div className="cn-done-actions">
          <Button onClick={() => navigate(connectorDetail.href({ params: { id: connector.id } }))}>{text.view}</Button>
          <Button icon={<PlusOutlined />} onClick={() => navigate(connectorCreate.href())}>
            {text.another}
          </Button>
          <CanButton
            type={connector.needs_grant ? 'default' : 'primary'}
            authority="strategy:add"
            onClick={() => navigate(strategyCreate.href({ search: { connector: connector.id } }))}
          >
            {text.newStrategy}
          </CanButton>
        </div>
        <div className="cn-summary">
          {connector.needs_grant && <GrantPanel connector={connector} />}
          <ConnectorSummary connector={connector} />
          {/* What waits for a grant has its way on above. */}
          {connector.status !== 'ok' && !connector.needs_grant && (
            <div className="cn-done-test">
              <LastTest connector={connector} state={test.state} onStop={test.cancel} />
            </div>
          )}
        </div>
      </div>
    </Section>
  )
}

/** Only a test of the saved connector is remembered, so a new one is tested once; a reload finds the result. */
function useSavedTest({ id, status, needs_grant }: Connector) {
  const client = useQueryClient()
  const { start, ...test } = useTest()
  const isNew = status === 'untested' && !needs_grant
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per connector, not per render
  useEffect(() => {
    if (!isNew) return
    void start(signal => api.connector.test({ params: { id }, signal })).then(() => refreshConnectors(client))
  }, [id])
  return test
}
