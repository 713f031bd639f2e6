import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { notification } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { useText } from '../use-text.ts'

/** Offers the sandbox demo where the operator allows it; nothing is shown elsewhere. */
export function DemoCard({ icon }: { readonly icon: ReactNode }) {
  const text = useText()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { data } = useQuery(api.workplace.demoStatus.query())
  const open = (id: string) => navigate(`/strategy/detail/${id}`)
  const create = useMutation({
    mutationFn: () => api.workplace.createDemo(),
    onSuccess: async answer => {
      await queryClient.invalidateQueries()
      await open(answer.content.strategy_id)
    },
    onError: error => notification.error({ title: text.demoFailed, description: describeError(error).message }),
  })
  const status = data?.content
  if (!status?.available) return null
  const existing = status.strategy_id
  return (
    <div className="wp-demo">
      <span className="wp-demo-icon">{icon}</span>
      <h3>{text.demoTitle}</h3>
      <p>{create.isPending ? text.demoBusy : text.demoText}</p>
      {existing === null ? (
        <CanButton authority="strategy:add" type="primary" loading={create.isPending} onClick={() => create.mutate()}>
          {text.demo}
        </CanButton>
      ) : (
        <CanButton type="primary" onClick={() => open(existing)}>
          {text.demoOpen}
        </CanButton>
      )}
    </div>
  )
}
