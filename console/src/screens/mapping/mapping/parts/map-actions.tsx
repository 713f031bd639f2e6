import { useMutation } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { Suspense, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { useCan } from '../../../../lib/session.ts'
import { type ActionLook, type ActionPlace, actionLooks } from '../../../../ui/action-looks.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { unguard } from '../read-lines.ts'
import type { ValueMap } from '../types.ts'
import { useText } from '../use-text.ts'

// Loaded when they are asked for.
const MapForm = lazyPart(async () => ({ default: (await import('./map-form.tsx')).MapForm }))
const MapCopy = lazyPart(async () => ({ default: (await import('./map-copy.tsx')).MapCopy }))
const MapRemove = lazyPart(async () => ({ default: (await import('./map-remove.tsx')).MapRemove }))

export interface MapActionsProps {
  readonly map: ValueMap
  /** Where they stand: links in a row, buttons at the head of a page. Default row. */
  readonly place?: ActionPlace
  onRemoved?(): void
}

type Asking = 'edit' | 'copy' | 'remove'

const kinds = ['xlsx', 'csv'] as const
type FileKind = (typeof kinds)[number]

/** The same lines; in a workbook nothing is a formula, so that no cell needs its apostrophe. */
async function toWorkbook(csv: Blob): Promise<Blob> {
  const { readCsv } = await import('../../../../lib/read-csv.ts')
  const { writeWorkbook } = await import('../../../../lib/write-workbook.ts')
  return writeWorkbook(readCsv(await csv.text()).map(row => row.map(unguard)))
}

/** Settings, copy, export, delete: in the list and on the page of a map. */
export function MapActions({ map, place = 'row', onRemoved }: MapActionsProps) {
  const text = useText()
  const look = actionLooks[place]
  const [asking, setAsking] = useState<Asking | null>(null)
  const close = () => setAsking(null)
  return (
    <span className={look.className}>
      <CanButton {...look.button} authority="mapping:update" onClick={() => setAsking('edit')}>
        {text.edit}
      </CanButton>
      <CanButton {...look.button} authority="mapping:add" onClick={() => setAsking('copy')}>
        {text.copy}
      </CanButton>
      <ExportMenu map={map} look={look.button} />
      <CanButton {...look.button} danger authority="mapping:delete" onClick={() => setAsking('remove')}>
        {text.remove}
      </CanButton>
      <Suspense>
        {asking === 'edit' && <MapForm map={map} onClose={close} />}
        {asking === 'copy' && <MapCopy map={map} onClose={close} />}
        {asking === 'remove' && <MapRemove map={map} onClose={close} {...(onRemoved && { onRemoved })} />}
      </Suspense>
    </span>
  )
}

/** The lines as a file of either kind. */
function ExportMenu({ map, look }: Pick<MapActionsProps, 'map'> & { readonly look: ActionLook }) {
  const text = useText()
  const can = useCan()
  const { mutate, isPending } = useMutation({
    mutationFn: async (kind: FileKind) => {
      const csv = await api.mapping.export({ params: { id: map.id } })
      saveFile(kind === 'csv' ? csv : await toWorkbook(csv), `${map.name}.${kind}`)
    },
    onError: error => message.error(describeError(error).message),
  })
  if (!can('mapping:export'))
    return (
      <CanButton {...look} authority="mapping:export">
        {text.export}
      </CanButton>
    )
  const items = kinds.map(kind => ({ key: kind, label: text.exportAs[kind], onClick: () => mutate(kind) }))
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button {...look} loading={isPending}>
        {text.export}
      </Button>
    </Dropdown>
  )
}
