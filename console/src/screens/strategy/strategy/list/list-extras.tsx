import { DownloadOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { Dropdown } from 'antd'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { useCan } from '../../../../lib/session.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { OldEditions } from '../edition/old-editions.tsx'
import { strategyList } from '../pages.ts'
import { useListText } from '../texts/use-list-text.ts'
import { toBody } from './list-filter.ts'
import { SavedFilters, type SavedFiltersProps } from './saved-filters.tsx'

/** Beside the title of the list, once it stands: what still speaks an older edition, the filters that are kept, and the export. */
export function ListExtras(props: SavedFiltersProps) {
  return (
    <>
      <OldEditions />
      <SavedFilters {...props} />
      <ExportButton />
    </>
  )
}

function ExportButton() {
  const text = useListText()
  const can = useCan()
  const [search] = strategyList.useSearch()
  const download = useMutation({
    mutationFn: async (format: 'csv' | 'json' | 'yaml') =>
      saveFile(await api.strategy.export({ body: { ...toBody(search), format } }), `strategies.${format}`),
    onError: error => message.error(describeError(error).message),
  })
  return (
    <Dropdown
      trigger={['click']}
      disabled={!can('strategy:export')}
      menu={{
        items: Object.entries(text.exports).map(([key, label]) => ({ key, label })),
        onClick: ({ key }) => download.mutate(key as 'csv'), // the keys of `exports`
      }}
    >
      <CanButton icon={<DownloadOutlined />} authority="strategy:export" loading={download.isPending}>
        {text.exportAll}
      </CanButton>
    </Dropdown>
  )
}
