import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Descriptions, Radio } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useWords } from '../../../../lib/i18n.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { connectorCreate } from '../../../connect/connector/pages.ts'
import { listWays, proposeValues, takeProposal } from '../begin-platform.ts'
import type { Parsed, Platform } from '../types.ts'
import { useText } from '../use-text.ts'
import { refreshAssets } from './queries.ts'

export interface Proposal {
  /** For `base_url`; empty: not told. */
  readonly address: string
  readonly ways: Parsed['sign_ins']
}

/** Whether there is anything that a connector of the platform could take over. */
export const isWorthShowing = ({ connector_params: params }: Platform, { address, ways }: Proposal): boolean =>
  [{}, ...ways.map(each => each.params ?? {})].some(way => Object.keys(proposeValues(params, address, way)).length > 0)

export interface ConnectProposalProps {
  readonly platform: Platform
  readonly proposal: Proposal
  onClose(): void
}

/** What a description says about connecting: shown, and taken over where somebody wants it. */
export function ConnectProposal({ platform, proposal: { address, ways }, onClose }: ConnectProposalProps) {
  const text = useText().import.connect
  const navigate = useNavigate()
  // A platform that has settled its way to sign in leaves nothing to choose.
  const isOpen = listWays(platform.connector_params).length > 0
  const [chosen, setChosen] = useState(ways.findIndex(each => each.params !== null))
  const way = ways[chosen]?.params ?? {}
  const values = proposeValues(platform.connector_params, address, way)
  const connect = () => {
    onClose()
    const search = { platform: platform.id, step: 'basic', params: JSON.stringify(values) } as const
    navigate(connectorCreate.href({ search }))
  }
  return (
    <section aria-label={text.title} className="as-connect">
      <Alert type="info" showIcon title={text.title} description={text.text} />
      {isOpen && ways.length > 0 && <Ways ways={ways} platform={platform} chosen={chosen} onChoose={setChosen} />}
      <Values platform={platform} values={values} />
      <div className="as-connect-acts">
        <CanButton type="primary" authority="connector:add" onClick={connect}>
          {text.connector}
        </CanButton>
        <TakeOver platform={platform} address={address} way={way} />
        <Button onClick={onClose}>{text.leave}</Button>
      </div>
    </section>
  )
}

interface WaysProps {
  readonly ways: Parsed['sign_ins']
  readonly platform: Platform
  readonly chosen: number
  onChoose(at: number): void
}

function Ways({ ways, platform, chosen, onChoose }: WaysProps) {
  const text = useText().import.connect
  const say = useWords()
  const known = listWays(platform.connector_params)
  const nameOf = ({ name, params }: Parsed['sign_ins'][number]): string => {
    const label = known.find(each => each.value === params?.['auth'])?.label
    return `${name} · ${params === null ? text.byAdapter : label ? say(label) : (params['auth'] ?? '')}`
  }
  return (
    <Radio.Group
      aria-label={text.ways}
      className="as-connect-ways"
      value={chosen}
      options={ways.map((each, value) => ({ value, label: nameOf(each), disabled: each.params === null }))}
      onChange={event => onChoose(Number(event.target.value))}
    />
  )
}

/** Labels of parameters with what they would be, as the form of a connector shows them. */
function Values({ platform, values }: { readonly platform: Platform; readonly values: Record<string, string> }) {
  const say = useWords()
  const items = platform.connector_params.flatMap(param => {
    const value = values[param.field]
    if (value === undefined) return []
    const option = param.options?.find(each => each.value === value)
    return [{ key: param.field, label: say(param.label), children: option ? say(option.label) : value }]
  })
  return items.length > 0 && <Descriptions size="small" column={1} bordered items={items} />
}

interface TakeOverProps {
  readonly platform: Platform
  readonly address: string
  readonly way: Readonly<Record<string, string>>
}

/** Into the tenant's own platform, as long as no connector was made for what it says now. */
function TakeOver({ platform, address, way }: TakeOverProps) {
  const text = useText().import.connect
  const client = useQueryClient()
  const isFree = platform.is_own && platform.connector_count === 0
  const { data } = useQuery({ ...api.platform.template.query({ params: { id: platform.id } }), enabled: isFree })
  const { template, version } = data?.content ?? {}
  const taken = template && takeProposal(template, address, way)
  const save = useMutation({
    mutationFn: (body: Parameters<typeof api.platform.update>[0]['body']) =>
      api.platform.update({ params: { id: platform.id }, body }),
    onSuccess: () => {
      message.success(text.taken)
      return refreshAssets(client)
    },
  })
  if (!isFree || !taken || version === undefined || taken === template) return null
  return (
    <>
      <CanButton
        authority="platform:update"
        loading={save.isPending}
        onClick={() => save.mutate({ ...taken, version })}
      >
        {text.take(platform.name)}
      </CanButton>
      {save.error && <Alert type="error" showIcon title={describeError(save.error).message} />}
    </>
  )
}
