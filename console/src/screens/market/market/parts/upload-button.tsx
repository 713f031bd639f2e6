import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useCan } from '../../../../lib/session.ts'
import { TextFile } from '../../../../ui/text-file.tsx'
import { marketDetail } from '../pages.ts'
import { useText } from '../use-text.ts'

/** As the contract has it, whose schemas must not reach the browser. */
const MOST_BYTES = 8 * 2 ** 20

/** Brings a package as a file, and goes to what is in it. */
export function UploadButton() {
  const text = useText()
  const can = useCan()
  const client = useQueryClient()
  const navigate = useNavigate()
  const load = useMutation({
    mutationFn: (file: string) => api.market.upload({ body: { text: file } }),
    onSuccess: async ({ content }) => {
      message.success(text.uploaded)
      await client.invalidateQueries({ queryKey: ['market'] })
      await navigate(marketDetail.href({ params: { id: content.ref } }))
    },
    onError: error => void message.error(describeError(error).message),
  })
  if (!can('market:install')) return null
  return (
    <TextFile
      label={text.upload}
      accept=".json"
      maxBytes={MOST_BYTES}
      tooLarge={text.tooLarge}
      onText={file => load.mutate(file)}
    />
  )
}
