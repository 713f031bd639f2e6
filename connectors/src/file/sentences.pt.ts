import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const sentences: Sentences = {
  'Listing the directory': 'Listar o diretório',
  '{name} is always read as a whole; increments by a field are not possible.':
    '{name} é sempre lido por inteiro; incrementos por um campo não são possíveis.',
  'Switch off the increment: records already taken are recognised by their key.':
    'Desative o incremento: registros já lidos são reconhecidos pela chave.',
  'Finishing the file of an earlier run': 'Finalizar o arquivo de uma execução anterior',
  'Writing {name}': 'Gravar {name}',
  'No file chosen: files can only be written.': 'Nenhum arquivo escolhido: só é possível gravar arquivos.',
  '{count} files': '{count} arquivos',
  'Looking at the files': 'Examinar os arquivos',
  'Choose another file or directory, or ask the operator to open it.':
    'Escolha outro arquivo ou diretório, ou peça ao operador para liberá-lo.',
  'The connection names no directory.': 'A conexão não informa nenhum diretório.',
  'Place of the files': 'Local dos arquivos',
  'Uploaded file': 'Arquivo enviado',
  'Directory of the server': 'Diretório do servidor',
  File: 'Arquivo',
  'The file to be read; may stay empty where files are only written.':
    'O arquivo a ler; pode ficar vazio quando só se gravam arquivos.',
  Directory: 'Diretório',
  'An absolute path inside a directory that the operator has opened.':
    'Um caminho absoluto dentro de um diretório liberado pelo operador.',
  'File names': 'Nomes de arquivo',
  'Lists only files that match: * is any text, ? is one character.':
    'Lista apenas os arquivos que correspondem: * é qualquer texto, ? é um caractere.',
  'Without an ending; each run writes a new file, with the time after the name.':
    'Sem extensão; cada execução grava um novo arquivo, com a hora após o nome.',
  'no file is chosen; files can only be written': 'nenhum arquivo escolhido; arquivos só podem ser gravados',
  'a new file each time': 'um arquivo novo a cada vez',
  'the directory is write-protected': 'o diretório está protegido contra gravação',
  'Reads CSV, JSON Lines and XLSX from an upload or a directory of the server, and writes new files of these formats.':
    'Lê CSV, JSON Lines e XLSX de um envio ou de um diretório do servidor e grava novos arquivos nesses formatos.',
  'For files of a directory: one that has just changed is waited for so long, and tried again while it still changes.':
    'Para arquivos de um diretório: espera-se esse tempo por um que acabou de mudar, e tenta-se de novo enquanto ele ainda muda.',
  'Seconds a file stands still': 'Segundos em que um arquivo fica parado',
  'Add name and time of the file': 'Acrescentar nome e hora do arquivo',
  Sheet: 'Planilha',
  'Where a folder is read: adds the fields _file and _modified; increments go by _modified.':
    'Na leitura de uma pasta: adiciona os campos _file e _modified; a leitura incremental usa _modified.',
  'For the XLSX of a folder; empty reads the first one.': 'Para os XLSX de uma pasta; vazio lê a primeira.',
}
