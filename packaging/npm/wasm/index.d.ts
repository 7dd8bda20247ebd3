/** Contents of a file. Strings are written as UTF-8. */
export type Contents = Uint8Array | string;

/** A time; a number counts milliseconds since 1970. */
export type Moment = Date | number | string;

/**
 * Files by their paths, which have slashes and no leading one: `_posts/2026-01-15-hello.md`. In a list, the time of a file's last change may
 * follow its contents.
 */
export type Files = Record<string, Contents> | Iterable<readonly [path: string, contents: Contents, modified?: Moment]>;

/** Options of a build, named as on the command line. */
export interface BuildOptions {
  /** The folder among the files that contains the site, such as `docs`. By default, all files are the site. */
  folder?: string;
  /** Replaces `baseurl` of the configuration. */
  baseurl?: string;
  /** Configuration files instead of `_config.yml`. Later ones win. */
  config?: string | string[];
  /** Whether to render drafts. */
  drafts?: boolean;
  /** Whether to render posts with a future date. */
  future?: boolean;
  /** Whether to render posts with `published: false`. */
  unpublished?: boolean;
  /** Whether to build as GitHub Pages does. By default, the site's Gemfile and configuration decide. */
  githubPages?: boolean;
  /** Whether a plugin that does not exist here is an error. */
  strict?: boolean;
  /** Environment variables, such as `JEKYLL_ENV`. */
  env?: Record<string, string>;
  /** The time of the build, for repeatable output. By default, the clock runs. */
  now?: Moment;
  /** More options for `hastie build`. */
  args?: string[];
}

/** A warning or an error. */
export interface Diagnostic {
  /** The file, relative to the source. `null` if the message is not about one file. */
  file: string | null;
  /** The line in the file; the first line is 1. */
  line: number | null;
  /** The column in characters; the first column is 1. */
  column: number | null;
  severity: 'error' | 'warning' | 'info';
  message: string;
  /** What to do about it. */
  hint: string | null;
}

/** The result of a build. */
export interface BuildResult {
  /** Whether the site was built. */
  ok: boolean;
  /** The built files by path, sorted. After a failed build, those of the last successful one. Do not change the bytes. */
  files: Map<string, Uint8Array>;
  /** The paths that differ from the previous build of the same `Site`. */
  changes: { added: string[]; changed: string[]; removed: string[] };
  diagnostics: Diagnostic[];
  /** Everything else that the program printed. */
  log: string[];
  /** How long the build took. */
  milliseconds: number;
}

/** A site in memory that can be changed and built again. */
export class Site {
  /** Creates or replaces a file of the source. */
  write(path: string, contents: Contents, modified?: Moment): void;
  /** Removes a file of the source. Returns whether it existed. */
  remove(path: string): boolean;
  /** The bytes of a file of the source. */
  read(path: string): Uint8Array | undefined;
  /** When a file of the source was changed, in milliseconds since 1970. */
  modified(path: string): number | undefined;
  /** The paths of all files of the source, sorted. */
  paths(): string[];
  /** Builds the site. Wait for the result before the next build. */
  build(): Promise<BuildResult>;
}

/** Options of a run of any command. */
export interface RunOptions {
  /** The files that the command sees, by path below `/`. */
  files?: Files;
  /** The working folder, `/` by default. */
  folder?: string;
  stdin?: Contents;
  env?: Record<string, string>;
  now?: Moment;
}

/** The result of a run. */
export interface RunResult {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** The compiled program. */
export class Hastie {
  constructor(module: WebAssembly.Module);
  build(files: Files, options?: BuildOptions): Promise<BuildResult>;
  site(files?: Files, options?: BuildOptions): Site;
  run(args: string[], options?: RunOptions): Promise<RunResult>;
}

/** Loads and compiles the program. Later calls return the same one. */
export function load(): Promise<Hastie>;
/** Builds a site once. */
export function build(files: Files, options?: BuildOptions): Promise<BuildResult>;
/** Creates a site that can be changed and built again. */
export function site(files?: Files, options?: BuildOptions): Promise<Site>;
/** Runs a command, such as `['kramdown']` with Markdown as `stdin`. */
export function run(args: string[], options?: RunOptions): Promise<RunResult>;
