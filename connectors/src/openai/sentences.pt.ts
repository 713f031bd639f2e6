import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const sentences: Sentences = {
  'The model answered without a text.': 'O modelo respondeu sem texto.',
  'Ask again, or shorten the question; if it stays, check base URL and model.':
    'Pergunte de novo ou encurte a pergunta; se persistir, verifique a URL base e o modelo.',
  'OpenAI compatible': 'Compatível com OpenAI',
  'The language model of the assistant: OpenAI, or any model with the same interface, in the cloud or at home.':
    'O modelo de linguagem do assistente: OpenAI ou qualquer modelo com a mesma interface, na nuvem ou local.',
  'Base URL': 'URL base',
  'Ends with the version; /chat/completions is put behind it.':
    'Termina com a versão; /chat/completions é acrescentado ao final.',
  'API key': 'Chave de API',
  'Sealed at rest and never shown again; empty where a local model needs none.':
    'Guardada cifrada e nunca mais exibida; vazia se o modelo local não precisar.',
  Model: 'Modelo',
  'Name of the model. Once saved, all models on offer are listed under Resources.':
    'Nome do modelo. Depois de salvo, todos os modelos oferecidos aparecem em Recursos.',
}
