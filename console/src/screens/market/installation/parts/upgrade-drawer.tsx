import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { dropDraft, useDraftState } from '../../../../lib/drafts.ts'
import { useFormat } from '../../../../lib/format.ts'
import { keepRows, queryClient } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { Drawer } from '../../../../ui/drawer.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { RestoredNote } from '../../../../ui/restored-note.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { Changes, Effects } from '../../../admin/config/public.ts'
import { ParameterFields } from '../../market/public.ts'
import type { Choices, Installation } from '../types.ts'
import { useText } from '../use-text.ts'
import { Conflicts } from './conflicts.tsx'

export interface UpgradeDrawerProps {
  readonly installation: Installation
  readonly newer: { readonly ref: string; readonly version: string }
  onClose(): void
}

interface Answers {
  readonly choices: Choices
  readonly params: Readonly<Record<string, string>>
}

/** A newer version beside what was changed here: what is chosen, what changes, what it does to stored records. */
export function UpgradeDrawer({ installation, newer, onClose }: UpgradeDrawerProps) {
  const text = useText()
  const { number } = useFormat()
  const about = `upgrade/${installation.id}/${newer.version}`
  const kept = useDraftState<Answers>(about, { choices: {}, params: {} })
  const { choices, params: values } = kept.value
  const params = { id: installation.id }
  const body = {
    ...{ ref: newer.ref, choices: { ...choices } },
    params: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')),
  }
  const planned = useQuery({
    ...api.installation.upgradePlan.query({ params, body }),
    ...keepRows,
    staleTime: 0,
    gcTime: 0,
  })
  const plan = planned.data?.content
  const upgrade = useMutation({
    mutationFn: (hash: string) => api.installation.upgrade({ params, body: { ...body, hash } }),
    onSuccess: async () => {
      dropDraft(about)
      message.success(text.upgraded)
      onClose()
      await queryClient.invalidateQueries()
    },
    onError: () => void planned.refetch(),
  })
  const problems = plan?.problems ?? []
  const told = plan?.changes.filter(({ act }) => act !== 'same') ?? []
  return (
    <Drawer
      open
      size={860}
      title={text.upgradeTo(installation.title, newer.version)}
      onClose={onClose}
      footer={
        <div className="mk-foot">
          <Button onClick={onClose}>{text.cancel}</Button>
          <CanButton
            type="primary"
            authority="market:install"
            loading={upgrade.isPending}
            {...((!plan || planned.isFetching) && { reason: text.planning })}
            {...(problems.length > 0 && { reason: text.problems(number(problems.length)) })}
            onClick={() => plan && upgrade.mutate(plan.hash)}
          >
            {text.upgrade}
          </CanButton>
        </div>
      }
    >
      <div className="sl-stack">
        <RestoredNote typed={kept} />
        <div aria-live="polite">{planned.isFetching ? text.planning : text.upgradeText}</div>
        {upgrade.error && <Alert type="error" showIcon title={describeError(upgrade.error).message} />}
        {planned.error && !plan && <ErrorBlock isSmall error={planned.error} onRetry={() => void planned.refetch()} />}
        {planned.isPending && <Skeleton rows={6} />}
        {problems.length > 0 && (
          <Alert
            type="error"
            showIcon
            title={text.problems(number(problems.length))}
            description={problems.map(({ file, field, message: why }) => (
              <div key={`${file} ${field} ${why}`}>
                <code>{`${file} ${field}`.trim()}</code> {why}
              </div>
            ))}
          />
        )}
        {plan && plan.kept > 0 && <Alert type="info" showIcon title={text.kept(number(plan.kept))} />}
        {plan && plan.asked.length > 0 && (
          <Asked
            reference={newer.ref}
            names={plan.asked}
            values={values}
            onChange={(name, value) => kept.set(before => ({ ...before, params: { ...before.params, [name]: value } }))}
          />
        )}
        {plan && plan.conflicts.length > 0 && (
          <Conflicts
            conflicts={plan.conflicts}
            choices={choices}
            onChoose={(id, side) => kept.set(before => ({ ...before, choices: { ...before.choices, [id]: side } }))}
          />
        )}
        {plan && told.length === 0 && plan.conflicts.length === 0 && problems.length === 0 && <p>{text.nothing}</p>}
        {told.length > 0 && <Changes rows={told} />}
        {plan && plan.effects.length > 0 && <Effects rows={plan.effects} />}
      </div>
    </Drawer>
  )
}

interface AskedProps {
  readonly reference: string
  readonly names: readonly string[]
  readonly values: Readonly<Record<string, string>>
  onChange(name: string, value: string): void
}

/** Values that the newer version asks for and this one did not. */
function Asked({ reference, names, values, onChange }: AskedProps) {
  const text = useText()
  const { data } = useQuery(api.market.detail.query({ params: { ref: reference } }))
  const parameters = data?.content.parameters.filter(({ name }) => names.includes(name)) ?? []
  return (
    <section aria-label={text.asked}>
      <h3>{text.asked}</h3>
      <ParameterFields parameters={parameters} values={values} problems={{}} onChange={onChange} />
    </section>
  )
}
