import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useCan } from '../../../../lib/session.ts'
import { TextFile } from '../../../../ui/text-file.tsx'
import { packageEdit } from '../pages.ts'
import { useText } from '../use-text.ts'

/** As the contract has it, whose schemas must not reach the browser. */
const MOST_BYTES = 8 * 2 ** 20

/** Goes on with a package from a file. */
export function ImportButton() {
  const text = useText()
  const can = useCan()
  const client = useQueryClient()
  const navigate = useNavigate()
  const load = useMutation({
    mutationFn: (file: string) => api.solutionPackage.import({ body: { text: file } }),
    onSuccess: async ({ content }) => {
      message.success(text.imported)
      await client.invalidateQueries({ queryKey: api.solutionPackage.list.key() })
      await navigate(packageEdit.href({ params: { id: content.id } }))
    },
    onError: error => void message.error(describeError(error).message),
  })
  if (!can('package:add')) return null
  return (
    <TextFile
      label={text.import}
      accept=".json"
      maxBytes={MOST_BYTES}
      tooLarge={text.tooLarge}
      onText={file => load.mutate(file)}
    />
  )
}
