import process from 'node:process';
import { workerData } from 'node:worker_threads';
import { main } from './program.js';

process.exit(await main(workerData.args, workerData.module));
