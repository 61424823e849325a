import { z } from "zod";
import { address, flag, MAX_DURATION, model, section, setting, wholeNumber } from "../setting-kinds";

export const DEFAULT_OLLAMA_ADDRESS = "http://127.0.0.1:11434";

export const models = section("Models", {
  OPENAI_API_KEY: setting(z.string().optional(), { description: "Connects OpenAI for all groups." }),
  OPENAI_BASE_URL: setting(address.optional(), {
    description: "Any OpenAI-compatible server: vLLM, LM Studio, llama-server and others.",
    example: "http://localhost:8000/v1",
  }),
  OPENAI_MODEL: setting(z.string().optional(), {
    description: "The default model of OpenAI or of that server.",
    unset: "chosen from the models it lists",
  }),
  ANTHROPIC_API_KEY: setting(z.string().optional(), { description: "Connects Anthropic for all groups." }),
  GOOGLE_GENERATIVE_AI_API_KEY: setting(z.string().optional(), {
    description: "Connects Google for all groups.",
  }),
  OLLAMA_BASE_URL: setting(address.default(DEFAULT_OLLAMA_ADDRESS), {
    description: "An Ollama server. It is used when it responds.",
  }),
  DEFAULT_MODEL: setting(model.optional(), {
    description:
      "The model of assistants without one: `provider:model`, or `builtin` for the document finder.",
    unset: "the best model that is connected",
  }),
  EMBEDDING_MODEL: setting(model.optional(), {
    description:
      "The model behind search by meaning: `openai:text-embedding-3-small`, `google:gemini-embedding-001`, `ollama:nomic-embed-text`, `openai-compatible:…` (at `OPENAI_BASE_URL`) `local:multilingual-e5-small` (about a hundred languages, on this machine), `local:all-MiniLM-L6-v2` (English, smaller) or `builtin` (English only). It can be changed at any time; everything is reindexed in the background.",
    unset:
      "what the owner of the installation chooses in **Settings → Models**; without a choice an embedding model of Ollama if it has one, otherwise `local:multilingual-e5-small`, or `builtin` as long as that is not downloaded",
  }),
  MODELS_DOWNLOAD: setting(flag.default(true), {
    description:
      "Downloads models that run on this machine when they are first needed, into `DATA_DIR/models` (multilingual-e5-small: 135 MB, whisper-base: 148 MB). With `false`, put their files there yourself: see [deploy.md](deploy.md#local-models).",
  }),
  MODELS_URL: setting(address.default("https://huggingface.co"), {
    description:
      "Where they are downloaded from: Hugging Face, or a mirror with the same paths. It may be in a private network.",
  }),
  RERANK_MODEL: setting(
    z
      .string()
      .regex(/^((cohere|jina):.+|tei)$/, 'must be "cohere:model", "jina:model" or "tei"')
      .optional(),
    {
      description:
        "A model that puts what a search found into order: `cohere:rerank-v3.5`, `jina:jina-reranker-v2-base-multilingual`, or `tei` for a Text Embeddings Inference server. Servers that speak like Jina (vLLM, LiteLLM, Infinity) are `jina:…` with `RERANK_BASE_URL`. It is sent the search and the 40 best passages; searches go without it when it takes longer than 3 seconds.",
      unset: "searches are ordered by meaning and words alone",
      example: "jina:jina-reranker-v2-base-multilingual",
    },
  ),
  RERANK_BASE_URL: setting(address.optional(), {
    description: "Where the reranker is. `/rerank` is appended.",
    unset: "the address of Cohere or Jina",
    example: "http://localhost:8080",
  }),
  RERANK_API_KEY: setting(z.string().optional(), {
    description: "The key of the reranker, if it needs one.",
  }),
  INDEX_AFTER_MS: setting(wholeNumber(1000, 1, MAX_DURATION.ms), {
    description: "How long new messages wait to be indexed together, in milliseconds.",
  }),
  TRANSCRIPTION_MODEL: setting(
    z
      .string()
      .regex(
        /^(none|pocketsphinx|[a-z0-9-]+:.+)$/,
        'must be "provider:model", "local:whisper-base", "pocketsphinx" or "none"',
      )
      .optional(),
    {
      description:
        "Transcribes voice messages, recordings and videos: `openai:whisper-1`, `openai-compatible:…` for a model server with `/audio/transcriptions`, `local:whisper-base` for Whisper on this machine, `pocketsphinx` for drafts of clear English without a server, or `none`. See [video.md](video.md).",
      unset:
        "`local:whisper-base`, which is downloaded with the first recording; until it is there, `pocketsphinx` if it is installed, otherwise voice messages are answered with 503",
    },
  ),
  SPEECH_MODEL: setting(
    z
      .string()
      .regex(/^(none|[a-z0-9-]+:.+)$/, 'must be "provider:model" or "none"')
      .optional(),
    {
      description:
        "Reads replies aloud: `openai:gpt-4o-mini-tts`, `openai-compatible:…` for a model server with `/audio/speech`, or `none`. See [video.md](video.md#read-aloud).",
      unset: "the voices of the reader's browser",
      example: "openai:gpt-4o-mini-tts",
    },
  ),
  SPEECH_VOICE: setting(z.string().min(1).max(100).default("alloy"), {
    description: "The voice of `SPEECH_MODEL`, as its provider calls it.",
  }),
  OCR_LANGUAGES: setting(
    z
      .string()
      .transform((text) => text.split(",").map((one) => one.trim()))
      .refine(
        (languages) => languages.every((one) => /^[a-z]{3}(_[a-z]+)*$/.test(one)),
        'must be codes of Tesseract, such as "eng,deu"',
      )
      .optional(),
    {
      description:
        "The languages of scans and pictures, the most frequent first, as Tesseract calls them. Others are added as packages. See [scans.md](scans.md).",
      unset: "all that are installed",
      example: "deu,eng",
    },
  ),
  TESSDATA_PREFIX: setting(z.string().optional(), {
    description:
      "A folder of more languages for scans (`*.traineddata`), such as Debian's packages `tesseract-ocr-…` install. See [scans.md](scans.md).",
    unset: "only those that are packages",
    example: "/usr/share/tesseract-ocr/5/tessdata",
  }),
  VIDEO_MODEL: setting(model.optional(), {
    description:
      "The model that watches whole videos: `google:gemini-…`, or `openai-compatible:…` for a model server that takes `video_url`. See [video.md](video.md).",
    unset: "Google's default model, if Google is connected",
    example: "google:gemini-3.8-flash",
  }),
  FFMPEG_PATH: setting(z.string().optional(), {
    description:
      "The ffmpeg program that reads videos and recordings, or `builtin` for the WebAssembly build, which is slower. See [video.md](video.md).",
    unset: "`ffmpeg` in `PATH`, otherwise `builtin`",
    example: "/usr/bin/ffmpeg",
  }),
  VIDEO_MAX_MB: setting(wholeNumber(500), {
    description: "The largest video that is converted to text, in megabytes.",
  }),
  VIDEO_MAX_MINUTES: setting(wholeNumber(240, 1, 3_000), {
    description: "The longest video that is converted to text, in minutes.",
  }),
  AZURE_AUTHORITY_HOST: setting(address.default("https://login.microsoftonline.com"), {
    description:
      "Where connections to Azure OpenAI sign in with Microsoft Entra ID. National clouds have other addresses, such as `https://login.microsoftonline.us`.",
  }),
  MODEL_FIRST_TOKEN_SECONDS: setting(wholeNumber(60, 1, MAX_DURATION.seconds), {
    description:
      "A model call fails when no text has arrived after this many seconds; after ten times as many if the server sends signs of life meanwhile.",
  }),
  MODEL_STALL_SECONDS: setting(wholeNumber(30, 1, MAX_DURATION.seconds), {
    description: "A model call fails when its text pauses for this many seconds.",
  }),
  TOOL_APPROVAL_SECONDS: setting(wholeNumber(300, 1, MAX_DURATION.seconds), {
    description: "How long a reply waits for approval of a tool that changes something, in seconds.",
  }),
  GROUP_MONTHLY_TOKENS: setting(wholeNumber(50_000_000, 0), {
    description:
      "Tokens each group may use in a calendar month (UTC) of the models that these variables connect. `0`: no limit. **Settings → Installation** changes it without a restart, also for single groups. Models that a group connects with its own key don't count.",
  }),
});
