/**
 * Stands in a long page below what any window shows first. What is above has its styles in the page;
 * what follows waits for sheets in files, which browsers keep (decision 0075).
 */
export const FirstScreenEnd = () => <template data-first-screen-end="" />;
