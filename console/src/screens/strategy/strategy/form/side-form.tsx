import {
  ADAPTER_OPTION,
  ASSET_VALUES,
  isAssetResource,
  isPackResource,
  type Param,
  type ParamValues,
  type Resource,
} from '@sluice/contract'
import { Form, Select } from 'antd'
import { type ReactElement, Suspense, useId, useState } from 'react'
import { Link } from 'react-router'
import { useFormat } from '../../../../lib/format.ts'
import { ConnectorSelect } from '../../../../parts/connector-select.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { ParamFields } from '../../../../ui/param-fields.tsx'
import { readFormValues, toFormValues } from '../../../../ui/param-values.ts'
import { AdapterChoice } from '../../../asset/adapter/public.ts'
import { connectorCreate } from '../../../connect/connector/pages.ts'
import { FilePicker, ResourcePicker } from '../../../connect/connector/public.ts'
import { beginSide } from '../parts/begin-side.ts'
import { FormRow } from '../parts/form-row.tsx'
import { usePlatformOf, useResource } from '../parts/use-choices.ts'
import { usePlatforms } from '../parts/use-platforms.ts'
import { useText } from '../texts/use-text.ts'
import type { SourceDraft, TargetDraft } from '../types.ts'

const FileReadings = lazyPart(async () => ({ default: (await import('./file-readings.tsx')).FileReadings }))

export interface SideFormProps<D extends SourceDraft | TargetDraft> {
  readonly part: 'source' | 'target'
  readonly draft: D
  readonly showProblems: boolean
  onChange(patch: Partial<SourceDraft & TargetDraft>): void
  /** Beside the resource: creating a table. */
  readonly extra?: ReactElement | null
  /** Between the resource and the connector's own options. */
  readonly middle?: ReactElement | null
  /** How often options were chosen elsewhere: their form begins anew with them. */
  readonly outside?: number
}

/** What source and target have in common: connector, resource, the connector's own options. */
export function SideForm<D extends SourceDraft | TargetDraft>({
  part,
  draft,
  showProblems,
  onChange,
  extra,
  middle,
  outside = 0,
}: SideFormProps<D>) {
  const text = useText().side
  const platforms = usePlatforms()
  const platform = usePlatformOf(draft.connector_id)
  // An API asset says all of this itself but the values of its parameters, which nothing else has.
  const isAsset = draft.resource !== null && (isAssetResource(draft.resource) || isPackResource(draft.resource))
  const params = ((part === 'source' ? platform?.source_params : platform?.target_params) ?? []).filter(
    param => param.field !== ADAPTER_OPTION && (param.field === ASSET_VALUES) === isAsset,
  )
  const connectorField = useId()
  // What is chosen outside of the options' form begins it anew.
  const [chosenOutside, setChosenOutside] = useState(0)
  // What an answer tells of its pages stands beside it.
  const readings = (useResource(draft).data?.content.readings ?? []).filter(({ option }) => option !== 'pagination')
  const choose = (id: string | undefined, platformId = '') => {
    onChange(beginSide(part, id ?? null, platforms.get(platformId)))
  }
  return (
    <>
      <FormRow
        isRequired
        label={text.connector}
        htmlFor={connectorField}
        problem={showProblems && draft.connector_id === null ? text.connectorRequired : undefined}
        hint={<Link to={connectorCreate.href()}>{text.newConnector}</Link>}
      >
        <ConnectorSelect
          id={connectorField}
          role={part}
          placeholder={text.connectorRequired}
          notFoundContent={text.noConnector}
          value={draft.connector_id}
          onChange={(id, row) => choose(id, row?.platform_id)}
        />
      </FormRow>
      {draft.connector_id !== null && (
        <ResourceRow
          key={draft.connector_id}
          part={part}
          draft={draft}
          showProblems={showProblems}
          onChange={onChange}
          extra={extra ?? null}
        />
      )}
      {part === 'source' && readings.length > 0 && (
        <Suspense fallback={null}>
          <FileReadings
            readings={readings}
            onChoose={options => {
              onChange({ options: { ...draft.options, ...options } })
              setChosenOutside(chosenOutside + 1)
            }}
          />
        </Suspense>
      )}
      {middle}
      {draft.resource !== null && params.length > 0 && (
        <OptionsForm
          key={`${draft.connector_id} ${draft.resource} ${chosenOutside} ${outside}`}
          folded={FOLDED[part]}
          params={params}
          draft={draft}
          onChange={options => onChange({ options: { ...options, ...pickAdapter(draft.options) } })}
        />
      )}
      {draft.resource !== null && platform?.takes_assets === true && (
        <AdapterChoice
          level="strategy"
          platformId={platform.id}
          resource={draft.resource}
          value={String(draft.options[ADAPTER_OPTION] ?? '')}
          onChange={id => onChange({ options: { ...draft.options, [ADAPTER_OPTION]: id || null } })}
        />
      )}
    </>
  )
}

function ResourceRow({ part, draft, showProblems, onChange, extra }: SideFormProps<SourceDraft | TargetDraft>) {
  const text = useText().side
  const format = useFormat()
  const field = useId()
  const described = useResource(draft)
  const resource = described.data?.content
  const connectorId = draft.connector_id
  const platform = usePlatformOf(connectorId)
  if (connectorId === null) return null
  const kind = platform ? nameKind(platform) : 'table'
  const what = text.resources[kind]
  return (
    <>
      <FormRow
        isRequired
        label={what}
        htmlFor={field}
        problem={showProblems && draft.resource === null ? text.resourceRequired(what) : undefined}
        hint={
          resource
            ? [
                // What has to be chosen first stands below.
                isOpen(resource) ? text.choose : text.fields(resource.fields.length),
                resource.estimatedCount === undefined ? null : text.estimated(format.number(resource.estimatedCount)),
              ]
                .filter(Boolean)
                .join(' · ')
            : kind === 'endpoint'
              ? undefined
              : text.resourceType
        }
      >
        <ResourcePicker
          id={field}
          connectorId={connectorId}
          role={part}
          value={draft.resource}
          placeholder={kind === 'endpoint' ? text.resourcePath : text.resourceRequired(what)}
          extra={extra}
          onChange={id => onChange({ resource: id, key: [] })}
        />
      </FormRow>
      {part === 'target' && described.error && (
        <ErrorBlock isSmall error={described.error} onRetry={() => void described.refetch()} />
      )}
    </>
  )
}

/** What people call that which is read or written, by the kind of system. */
function nameKind({ id, group }: { readonly id: string; readonly group: string }) {
  if (id === 'mongodb') return 'collection'
  if (id === 'imap') return 'folder'
  if (group === 'database') return 'table'
  if (group === 'file' || group === 'queue') return group
  return group === 'self' ? 'data' : 'endpoint'
}

/** Encoding or delimiter are open: nothing is read on a guess between equals. */
const isOpen = ({ fields, readings = [] }: Resource): boolean =>
  fields.length === 0 && readings.some(({ taken }) => taken === null)

/** What the options' form does not draw itself. */
const pickAdapter = (options: ParamValues): ParamValues =>
  options[ADAPTER_OPTION] ? { [ADAPTER_OPTION]: options[ADAPTER_OPTION] } : {}

/** Groups of options that an answer fills in by a press, or that few need. */
const FOLDED = {
  source: ['answer', 'paging', 'increment'],
  target: ['answer', 'rows', 'look_up', 'refusal'],
}

interface OptionsFormProps {
  readonly folded: readonly string[]
  readonly params: readonly Param[]
  readonly draft: SourceDraft | TargetDraft
  onChange(options: ParamValues): void
}

/** The connector's own options. The form keeps what is typed; every change is passed on whole. */
function OptionsForm({ params, draft, folded, onChange }: OptionsFormProps) {
  const [form] = Form.useForm<{ options: ParamValues }>()
  const { data } = useResource(draft)
  const columns = (data?.content.fields ?? []).map(field => ({ value: field.name, label: field.name }))
  return (
    <Form
      form={form}
      component="div"
      layout="vertical"
      initialValues={{ options: toFormValues(params, draft.options) }}
      onValuesChange={() => onChange(readFormValues(params, form.getFieldsValue(true).options ?? {}))}
    >
      <ParamFields
        params={params}
        at={['options']}
        folded={folded}
        slots={{
          columns: () => <Select mode="multiple" options={columns} allowClear />,
          file: () => <FilePicker />,
        }}
      />
    </Form>
  )
}
