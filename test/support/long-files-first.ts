import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of these folders kill programs again and again, and take minutes. */
const isLong = ({ moduleId }: TestSpecification): boolean =>
  /\/test\/(resilience|startup)\//.test(moduleId);

/**
 * What takes long begins first, so that no process works on alone at the end: by the durations of the
 * last run, which Vitest keeps; without them, as on a fresh clone, by their folder and then by size.
 */
export default class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- no array: Vitest's own order of files
    const sorted = await super.sort(files);
    const isKnown = sorted.some(({ project, moduleId }) => this.#wasTimed(project.name, moduleId));
    if (isKnown) return sorted;
    const byProject = Object.values(Object.groupBy(sorted, ({ project }) => project.name));
    return byProject.flatMap((specs = []) => [
      ...specs.filter(isLong),
      ...specs.filter((spec) => !isLong(spec)),
    ]);
  }

  #wasTimed(project: string, moduleId: string): boolean {
    const file = moduleId.slice(this.ctx.config.root.length + 1);
    return this.ctx.cache.getFileTestResults(`${project}:${file}`) !== undefined;
  }
}
