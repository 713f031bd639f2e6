import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Tag } from 'antd'
import { Link } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError, readRefusedField } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { queryClient } from '../../../../lib/query.ts'
import { useEdited } from '../../../../lib/use-edited.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { RestoredNote } from '../../../../ui/restored-note.tsx'
import { Section } from '../../../../ui/section.tsx'
import { mappingDetail } from '../../../mapping/mapping/pages.ts'
import { ParameterFields } from '../../market/public.ts'
import type { Installation } from '../types.ts'
import { useText } from '../use-text.ts'

type Values = Readonly<Record<string, string>>

const begin = ({ parameters }: Installation): Values =>
  Object.fromEntries(parameters.map(({ name, value }) => [name, value]))

/** Values that differ from company to company, and the value maps. */
export function Settings({ installation }: { readonly installation: Installation }) {
  const text = useText()
  const { number } = useFormat()
  const edited = useEdited<Installation, Values>(installation, {
    begin,
    isSame: (one, other) => JSON.stringify(one) === JSON.stringify(other),
    versionOf: ({ lock }) => lock,
    about: `installation/${installation.id}`,
  })
  const save = useMutation({
    mutationFn: (params: Values) =>
      api.installation.adjust({
        params: { id: installation.id },
        body: { lock: edited.base.lock, params: { ...params } },
      }),
    onSuccess: async ({ content }, sent) => {
      edited.begin(content, sent)
      message.success(text.saved)
      await queryClient.invalidateQueries({ queryKey: ['installation'] })
    },
  })
  const refused = readRefusedField(save.error)
  const field = refused?.field.replace(/^params\./, '')
  return (
    <Section title={text.settings} text={text.settingsText}>
      <RestoredNote typed={edited} />
      {edited.newer && (
        <Alert
          type="warning"
          showIcon
          title={text.newerSaved}
          action={
            <Button size="small" onClick={edited.discard}>
              {text.takeNewer}
            </Button>
          }
        />
      )}
      {save.error && <Alert type="error" showIcon title={describeError(save.error).message} />}
      {installation.parameters.length === 0 && <p className="sl-muted">{text.noParameters}</p>}
      <ParameterFields
        parameters={installation.parameters}
        values={edited.draft}
        problems={refused && field !== undefined ? { [field]: refused.message } : {}}
        onChange={(name, value) => edited.change(before => ({ ...before, [name]: value }))}
      />
      {installation.parameters.length > 0 && (
        <CanButton
          type="primary"
          authority="market:install"
          loading={save.isPending}
          onClick={() => save.mutate(edited.draft)}
        >
          {text.save}
        </CanButton>
      )}
      {installation.maps.length > 0 && (
        <>
          <h3>{text.maps}</h3>
          <ul className="mk-list">
            {installation.maps.map(({ id, name, lines }) => (
              <li key={id}>
                <Link to={mappingDetail.href({ params: { id } })}>{name}</Link> <Tag>{text.lines(number(lines))}</Tag>
              </li>
            ))}
          </ul>
        </>
      )}
      {installation.local_changes > 0 && (
        <p className="sl-muted">{text.localChanges(number(installation.local_changes))}</p>
      )}
    </Section>
  )
}
